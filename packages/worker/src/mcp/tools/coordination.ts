/** Missions: several agents on one task, and one coordinator who decides what counts. */
import { approvalPacket } from '../../missions/approval-packet.ts';
import { mergeBrief } from '../../missions/brief.ts';
import { applyApproval, promoteFinding, reviewFinding } from '../../missions/decide.ts';
import { handOff } from '../../missions/handoff.ts';
import { performanceLedger } from '../../missions/ledger.ts';
import { missionCheckout } from '../../missions/mission-checkout.ts';
import { proofTrace } from '../../missions/proof-trace.ts';
import { proofRequest, recordProof } from '../../missions/record-proof.ts';
import { reportFinding } from '../../missions/report-finding.ts';
import {
  approvalRequest,
  assignRequest,
  checkoutRequest,
  findingRequest,
  handoffRequest,
  missionRequest,
  promoteRequest,
  proofTraceRequest,
  reviewRequest,
  startRequest,
  workerRequest,
} from '../../missions/requests.ts';
import { assignWork, createWorker, startMission } from '../../missions/run-mission.ts';
import { APPENDS, defineTool, READS, type Tool } from './tool.ts';

const FULL = { profile: 'full', roles: ['coordinator'] } as const;
const WRITES = { ...FULL, annotations: APPENDS, scope: 'write' } as const;
const LOOKS = { ...FULL, annotations: READS, scope: 'read' } as const;
const FOR_WORKERS = { roles: ['coordinator', 'worker'] } as const;

export const coordinationTools: Tool[] = [
  defineTool({
    ...WRITES,
    name: 'coordination_start',
    title: 'Start a mission',
    description: 'Starts a mission. Its log is the session mission_id. You become its coordinator.',
    input: startRequest,
    handler: (args, { runtime, caller }) => startMission(runtime.context, args, caller),
    summarize: () => 'started a mission',
  }),
  defineTool({
    ...WRITES,
    name: 'coordination_worker_create',
    title: 'Add a worker',
    description: 'Adds a worker with a log of its own, the session worker_id.',
    input: workerRequest,
    handler: (args, { runtime, caller }) => createWorker(runtime.context, args, caller),
    summarize: () => 'added a worker',
  }),
  defineTool({
    ...WRITES,
    name: 'coordination_assign',
    title: 'Assign a task',
    description: 'Gives a worker a task, with a lease if it should end.',
    input: assignRequest,
    handler: (args, { runtime, caller }) => assignWork(runtime.context, args, caller),
    summarize: () => 'assigned a task',
  }),
  defineTool({
    ...WRITES,
    ...FOR_WORKERS,
    name: 'coordination_report_finding',
    title: 'Report a finding',
    description:
      'Reports a finding to your own worker log. evidence.reference is a path for file, or the exact command for command and test. claim_key and claim_value state what others may contradict.',
    input: findingRequest,
    handler: (args, { runtime, caller }) => reportFinding(runtime.context, args, caller),
    summarize: () => 'reported a finding',
  }),
  defineTool({
    ...LOOKS,
    name: 'coordination_merge_brief',
    title: 'Read a mission',
    description: 'Workers, assignments, findings by state and open conflicts, for the coordinator.',
    input: missionRequest,
    handler: (args, { runtime, caller }) => mergeBrief(runtime.context, args, caller),
    summarize: () => 'read a mission',
  }),
  defineTool({
    ...LOOKS,
    ...FOR_WORKERS,
    name: 'coordination_checkout',
    title: 'Check out accepted state',
    description: 'The accepted findings of a mission, cited. Pending ones are only counted.',
    input: checkoutRequest,
    handler: (args, { runtime, caller }) => missionCheckout(runtime.context, args, caller),
    summarize(result) {
      const { accepted_findings } = result as { accepted_findings: unknown[] };
      return `${accepted_findings.length} accepted findings`;
    },
  }),
  defineTool({
    ...LOOKS,
    name: 'coordination_performance_ledger',
    title: 'Compare workers',
    description: 'Rates of accepted, rejected, duplicate and stale findings per worker.',
    input: missionRequest,
    handler: (args, { runtime, caller }) => performanceLedger(runtime.context, args, caller),
    summarize: () => 'read the ledger',
  }),
  defineTool({
    ...LOOKS,
    name: 'coordination_approval_packet',
    title: 'Prepare an approval',
    description:
      'The findings to decide on, what they need for a promotion, and a template for coordination_apply_approval.',
    input: missionRequest,
    handler: (args, { runtime, caller }) => approvalPacket(runtime.context, args, caller),
    summarize(result) {
      const { findings } = result as { findings: unknown[] };
      return `${findings.length} findings to decide on`;
    },
  }),
  defineTool({
    ...WRITES,
    name: 'coordination_apply_approval',
    title: 'Apply an approval',
    description:
      'Applies decisions on findings, all or none. Promotes only if promote is true. With packet_id, fails if the mission changed.',
    input: approvalRequest,
    handler: (args, { runtime, caller }) => applyApproval(runtime.context, args, caller),
    summarize(result) {
      const { reviewed_count, promoted_count } = result as Record<string, number>;
      return `reviewed ${reviewed_count}, promoted ${promoted_count}`;
    },
  }),
  defineTool({
    ...WRITES,
    name: 'coordination_review_finding',
    title: 'Review a finding',
    description:
      'Reviews a finding, as the coordinator. The worker that reported it cannot. rejected retracts a promoted finding.',
    input: reviewRequest,
    handler: (args, { runtime, caller }) => reviewFinding(runtime.context, args, caller),
    summarize: (result) => `finding ${String((result as { status: unknown }).status)}`,
  }),
  defineTool({
    ...WRITES,
    name: 'coordination_promote',
    title: 'Promote a finding',
    description:
      'Makes an accepted finding state of the mission. Needs evidence that resolves now and no open conflict.',
    input: promoteRequest,
    handler: (args, { runtime, caller }) => promoteFinding(runtime.context, args, caller),
    summarize: () => 'promoted a finding',
  }),
  defineTool({
    ...WRITES,
    name: 'coordination_handoff',
    title: 'Record a handoff',
    description: 'Records a summary, next steps and risks for the next agent.',
    input: handoffRequest,
    handler: (args, { runtime, caller }) => handOff(runtime.context, args, caller),
    summarize: () => 'handed a mission over',
  }),
  defineTool({
    ...WRITES,
    name: 'coordination_record_synthesis_artifact',
    title: 'Prove an answer',
    description:
      'Links an answer to the accepted findings behind it. checkout is the result of coordination_checkout. decision_scope handoff needs handoff_id.',
    input: proofRequest,
    handler: (args, { runtime, caller }) => recordProof(runtime.context, args, caller),
    summarize: () => 'recorded a proof',
  }),
  defineTool({
    ...LOOKS,
    name: 'coordination_proof_trace',
    title: 'Trace a proof',
    description:
      'A proof and every event it refers to, verified again. Send one of artifact_id, handoff_id, proof_seq.',
    input: proofTraceRequest,
    handler: (args, { runtime, caller }) => proofTrace(runtime.context, args, caller),
    summarize: (result) =>
      (result as { verified: boolean }).verified ? 'verified' : 'not verified',
  }),
];
