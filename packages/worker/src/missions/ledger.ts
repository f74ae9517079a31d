/** `coordination_performance_ledger`: what became of the findings of each worker. */
import { operation } from '../operations/context.ts';
import { readMission, type AssessedFinding, type Mission } from './read-mission.ts';
import { missionRequest } from './requests.ts';
import { assertMaySeePending } from './roles.ts';
import { isClosed, isPromoted } from './state.ts';

export interface WorkerPerformance {
  worker_id: string;
  findings: number;
  accepted: number;
  rejected: number;
  pending: number;
  promoted: number;
  duplicates: number;
  missing_evidence: number;
  test_backed: number;
  stale: number;
  acceptance_rate: number | null;
  rejection_rate: number | null;
  duplicate_finding_rate: number | null;
  missing_evidence_rate: number | null;
  test_backed_rate: number | null;
  stale_claim_rate: number | null;
}

export interface PerformanceLedger {
  mission_id: string;
  workers: WorkerPerformance[];
  /** The rates only describe this mission. */
  authority_status: 'non_authoritative';
}

/** Rates are shares of a worker's findings; null if there are none. */
export const performanceLedger = operation(missionRequest, async (context, request, caller) => {
  const { mission_id } = request;
  assertMaySeePending(mission_id, caller);
  return ledgerOf(await readMission(context, mission_id));
});

export function ledgerOf(mission: Mission): PerformanceLedger {
  return {
    mission_id: mission.id,
    workers: mission.workers.map((worker) => performanceOf(mission, worker)),
    authority_status: 'non_authoritative',
  };
}

function performanceOf({ findings }: Mission, worker_id: string): WorkerPerformance {
  const own = findings.filter(({ worker }) => worker === worker_id);
  const count = (which: (finding: AssessedFinding) => boolean): number => own.filter(which).length;
  const rate = (part: number): number | null =>
    own.length === 0 ? null : Math.round((part / own.length) * 1000) / 1000;
  const accepted = count(({ status }) => status === 'accepted');
  const rejected = count(isClosed);
  const duplicates = count(({ duplicateOf }) => duplicateOf !== null);
  const missing = count(({ evidence }) => !evidence.some(({ state }) => state !== 'unresolved'));
  const tested = count(({ evidence }) =>
    evidence.some(({ kind, state }) => kind === 'test' && state === 'resolved'),
  );
  const stale = count((finding) => finding.stale !== null);
  return {
    worker_id,
    findings: own.length,
    accepted,
    rejected,
    pending: count(({ status }) => status === 'pending'),
    promoted: count(isPromoted),
    duplicates,
    missing_evidence: missing,
    test_backed: tested,
    stale,
    acceptance_rate: rate(accepted),
    rejection_rate: rate(rejected),
    duplicate_finding_rate: rate(duplicates),
    missing_evidence_rate: rate(missing),
    test_backed_rate: rate(tested),
    stale_claim_rate: rate(stale),
  };
}
