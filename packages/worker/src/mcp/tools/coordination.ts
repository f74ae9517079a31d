/** Missions: several agents on one task, and one coordinator who decides what counts. */
import { approvalPacket } from '../../missions/approval-packet.ts';
import { mergeBrief } from '../../missions/brief.ts';
import { applyApproval, promoteFinding, reviewFinding } from '../../missions/decide.ts';
import { handOff } from '../../missions/handoff.ts';
import { performanceLedger } from '../../missions/ledger.ts';
import { missionCheckout } from '../../missions/mission-checkout.ts';
import { proofTrace } from '../../missions/proof-trace.ts';
import { recordProof } from '../../missions/record-proof.ts';
import { reportFinding } from '../../missions/report-finding.ts';
import { assignWork, createWorker, startMission } from '../../missions/run-mission.ts';
import { defineTool } from './tool.ts';

const WRITES = { roles: ['coordinator'], scope: 'write' } as const;
const LOOKS = { roles: ['coordinator'], scope: 'read' } as const;
const FOR_WORKERS = { roles: ['coordinator', 'worker'] } as const;

export const missionTools = {
  startMission: defineTool({
    ...WRITES,
    name: 'coordination_start',
    title: 'Start a mission',
    description: 'Starts a mission. Its log is the session mission_id. You become its coordinator.',
    run: startMission,
    summarize: () => 'started a mission',
  }),
  createWorker: defineTool({
    ...WRITES,
    name: 'coordination_worker_create',
    title: 'Add a worker',
    description: 'Adds a worker with a separate log, the session worker_id.',
    run: createWorker,
    summarize: () => 'added a worker',
  }),
  assignWork: defineTool({
    ...WRITES,
    name: 'coordination_assign',
    title: 'Assign a task',
    description: 'Gives a worker a task, with a lease if it should end.',
    run: assignWork,
    summarize: () => 'assigned a task',
  }),
  reportFinding: defineTool({
    ...WRITES,
    ...FOR_WORKERS,
    name: 'coordination_report_finding',
    title: 'Report a finding',
    description:
      'Reports a finding to your own worker log. evidence.reference is a path for file, or the exact command for command and test. claim_key and claim_value state what others may contradict.',
    run: reportFinding,
    summarize: () => 'reported a finding',
  }),
  mergeBrief: defineTool({
    ...LOOKS,
    name: 'coordination_merge_brief',
    title: 'Read a mission',
    description: 'Workers, assignments, findings by state and open conflicts, for the coordinator.',
    run: mergeBrief,
    summarize: () => 'read a mission',
  }),
  missionCheckout: defineTool({
    ...LOOKS,
    ...FOR_WORKERS,
    name: 'coordination_checkout',
    title: 'Check out accepted state',
    description: 'The accepted findings of a mission, cited. Pending ones are only counted.',
    run: missionCheckout,
    summarize: ({ accepted_findings }) => `${accepted_findings.length} accepted findings`,
  }),
  performanceLedger: defineTool({
    ...LOOKS,
    name: 'coordination_performance_ledger',
    title: 'Compare workers',
    description: 'Rates of accepted, rejected, duplicate and stale findings per worker.',
    run: performanceLedger,
    summarize: () => 'read the ledger',
  }),
  approvalPacket: defineTool({
    ...LOOKS,
    name: 'coordination_approval_packet',
    title: 'Prepare an approval',
    description:
      'The findings to decide on, what they need for a promotion, and a template for coordination_apply_approval.',
    run: approvalPacket,
    summarize(result) {
      const { findings } = result;
      return `${findings.length} findings to decide on`;
    },
  }),
  applyApproval: defineTool({
    ...WRITES,
    name: 'coordination_apply_approval',
    title: 'Apply an approval',
    description:
      'Applies decisions on findings, all or none. Promotes only if promote is true. With packet_id, fails if the mission changed.',
    run: applyApproval,
    summarize(result) {
      const { reviewed_count, promoted_count } = result;
      return `reviewed ${reviewed_count}, promoted ${promoted_count}`;
    },
  }),
  reviewFinding: defineTool({
    ...WRITES,
    name: 'coordination_review_finding',
    title: 'Review a finding',
    description:
      'Reviews a finding, as the coordinator. The worker that reported it cannot. rejected retracts a promoted finding.',
    run: reviewFinding,
    summarize: (result) => `finding ${result.status}`,
  }),
  promoteFinding: defineTool({
    ...WRITES,
    name: 'coordination_promote',
    title: 'Promote a finding',
    description:
      'Makes an accepted finding state of the mission. Needs evidence that resolves now and no open conflict.',
    run: promoteFinding,
    summarize: () => 'promoted a finding',
  }),
  handOff: defineTool({
    ...WRITES,
    name: 'coordination_handoff',
    title: 'Record a handoff',
    description: 'Records a summary, next steps and risks for the next agent.',
    run: handOff,
    summarize: () => 'handed a mission over',
  }),
  recordProof: defineTool({
    ...WRITES,
    name: 'coordination_record_synthesis_artifact',
    title: 'Prove an answer',
    description:
      'Links an answer to the accepted findings behind it. checkout is the result of coordination_checkout. decision_scope handoff needs handoff_id.',
    run: recordProof,
    summarize: () => 'recorded a proof',
  }),
  proofTrace: defineTool({
    ...LOOKS,
    name: 'coordination_proof_trace',
    title: 'Trace a proof',
    description:
      'A proof and every event it refers to, verified again. Send one of artifact_id, handoff_id, proof_seq.',
    run: proofTrace,
    summarize: (result) => (result.verified ? 'verified' : 'not verified'),
  }),
};
