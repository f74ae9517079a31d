/**
 * The missions of a project: several agents work on one task, and one coordinator decides which findings are accepted.
 */
import type { JsonObject } from '@hookloom/core';
import type {
  ApprovalAnswer,
  ApprovalPacket,
  Caller,
  MergeBrief,
  MissionCheckout,
  OperationContext,
  PerformanceLedger,
  ProofAnswer,
  ProofTrace,
  ReportAnswer,
  ReviewAnswer,
  Written,
} from '@hookloom/worker';
import type {
  AcceptedOptions,
  Approval,
  InMission,
  NewAssignment,
  NewFinding,
  NewHandoff,
  NewMission,
  NewProof,
  NewWorker,
  OneFinding,
  OneProof,
  Review,
} from './mission-requests.ts';
import type { OpenProject } from './open-project.ts';

/**
 * Missions. A mission and each of its workers have separate logs, named by their ids. A worker's report has no effect
 * until the coordinator accepts and promotes it.
 *
 * All methods throw `not_found` for an unknown mission, worker or finding, `permission_denied` if the role may not do
 * this, and `conflict` if the state of the mission does not allow it. Nothing is written then.
 *
 * @example
 * await using lead = await createHookloom({ client: 'lead' });
 * await using scout = await createHookloom({ client: 'scout' });
 * const mission_id = 'login-bug';
 * await lead.missions.start({ mission_id, objective: 'Find the cause' });
 * await lead.missions.addWorker({ mission_id, worker_id: 'scout' });
 * const { finding_id } = await scout.missions.report({
 *   mission_id,
 *   worker_id: 'scout',
 *   summary: 'The token expires after an hour',
 *   evidence: [{ kind: 'file', reference: 'src/token.ts' }],
 * });
 * await lead.missions.review({ mission_id, finding_id, status: 'accepted' });
 * await lead.missions.promote({ mission_id, finding_id });
 * const { prompt } = await lead.missions.checkout({ mission_id });
 */
export interface Missions {
  /** Starts a mission; you become its coordinator. Throws `conflict` if it exists. */
  start(mission: NewMission): Promise<Written>;
  /** Adds a worker. */
  addWorker(worker: NewWorker): Promise<Written>;
  /** Assigns a task to a worker, with a lease if it should expire. */
  assign(assignment: NewAssignment): Promise<Written>;
  /**
   * Reports a finding to the worker's own log. Throws `invalid_request` for citations that cannot be read. Evidence is
   * completed with its current state: the blob of a file, the newest recorded run of a command.
   */
  report(finding: NewFinding): Promise<ReportAnswer>;
  /** Accepts, rejects or defers a finding. Its reporter cannot do this. */
  review(review: Review): Promise<ReviewAnswer>;
  /** Adds an accepted finding to the state of the mission. Throws `conflict` with a list of what is missing. */
  promote(finding: OneFinding): Promise<Written>;
  /** Workers, assignments, findings by state and open conflicts. */
  brief(mission: InMission): Promise<MergeBrief>;
  /** The accepted findings with citations. `prompt` is the text that a model should read. */
  checkout(mission: AcceptedOptions): Promise<MissionCheckout>;
  /** The findings to decide on, and what each of them still needs. */
  approvalPacket(mission: InMission): Promise<ApprovalPacket>;
  /** Applies all decisions or none. With `packet_id`, throws `conflict` if the mission changed since. */
  applyApproval(approval: Approval): Promise<ApprovalAnswer>;
  /** Records a summary, next steps and risks for the next agent. */
  handOff(handoff: NewHandoff): Promise<Written>;
  /** Binds an answer to the accepted findings behind it. */
  recordProof(proof: NewProof): Promise<ProofAnswer>;
  /** A proof and every event that it refers to, verified again. */
  traceProof(proof: OneProof): Promise<ProofTrace>;
  /** Rates of accepted, rejected, duplicate and stale findings for each worker. */
  ledger(mission: InMission): Promise<PerformanceLedger>;
}

type Operation<R, A> = (context: OperationContext, request: R, caller: Caller) => Promise<A>;

export function missionsOf({ open }: OpenProject): Missions {
  const by =
    <R, A>(load: () => Promise<Operation<R, A>>) =>
    async (request: R): Promise<A> => {
      const { runtime, caller } = await open();
      const [{ inCallScope }, run] = await Promise.all([import('@hookloom/worker'), load()]);
      const bound = caller.role === 'worker' ? { session: runtime.workspace.session } : {};
      return inCallScope(bound, () => run(runtime.context, request, caller));
    };
  const record = by(async () => (await import('@hookloom/worker')).recordProof);
  return {
    start: by(async () => (await import('@hookloom/worker')).startMission),
    addWorker: by(async () => (await import('@hookloom/worker')).createWorker),
    assign: by(async () => (await import('@hookloom/worker')).assignWork),
    report: by(async () => (await import('@hookloom/worker')).reportFinding),
    review: by(async () => (await import('@hookloom/worker')).reviewFinding),
    promote: by(async () => (await import('@hookloom/worker')).promoteFinding),
    brief: by(async () => (await import('@hookloom/worker')).mergeBrief),
    checkout: by(async () => (await import('@hookloom/worker')).missionCheckout),
    approvalPacket: by(async () => (await import('@hookloom/worker')).approvalPacket),
    applyApproval: by(async () => (await import('@hookloom/worker')).applyApproval),
    handOff: by(async () => (await import('@hookloom/worker')).handOff),
    recordProof: ({ checkout, ...proof }) => record({ ...proof, checkout: checkout as JsonObject }),
    traceProof: by(async () => (await import('@hookloom/worker')).proofTrace),
    ledger: by(async () => (await import('@hookloom/worker')).performanceLedger),
  };
}
