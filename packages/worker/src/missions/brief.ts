/** `coordination_merge_brief`: a mission with every finding by state. */
import { operation } from '../operations/context.ts';
import type { Conflict } from './conflicts.ts';
import { isAccepted, readMission, type AssessedFinding, type Mission } from './read-mission.ts';
import { missionRequest } from './requests.ts';
import { assertCoordinator, assertMaySeePending } from './roles.ts';
import { headOf, shownText, showFinding, type ShownFinding } from './show-finding.ts';
import { isClosed, isPromoted } from './state.ts';

export interface MergeBrief {
  mission_id: string;
  objective: string;
  status: 'active' | 'handed_off';
  head: { seq: number; hash: string };
  workers: { worker_id: string; assignments: ShownAssignment[]; findings: number }[];
  accepted_findings: ShownFinding[];
  pending_findings: ShownFinding[];
  rejected_findings: ShownFinding[];
  deferred_findings: ShownFinding[];
  conflicted_findings: ShownFinding[];
  stale_findings: ShownFinding[];
  conflicts: Conflict[];
}

export interface ShownAssignment {
  assignment_id: string;
  assignment: string;
  /**
   * `reported`: the worker has reported since. `expired`: its lease ended first. `superseded`: a later task replaced
   * it.
   */
  status: 'assigned' | 'reported' | 'expired' | 'superseded';
  expires_at?: string;
}

/** `coordination_merge_brief`: every finding by state. A stale finding is also listed as stale. */
export const mergeBrief = operation(missionRequest, async (context, { mission_id }, caller) => {
  assertMaySeePending(mission_id, caller);
  const mission = await readMission(context, mission_id);
  assertCoordinator(mission, caller);
  return briefOf(mission, context.clock.now());
});

export function briefOf(mission: Mission, now: number): MergeBrief {
  const { findings } = mission;
  const all = (which: (finding: AssessedFinding) => boolean): ShownFinding[] =>
    findings.filter(which).map(showFinding);
  const isOpen = (finding: AssessedFinding): boolean => !isClosed(finding) && !isPromoted(finding);
  return {
    mission_id: mission.id,
    objective: shownText(mission.objective),
    status: mission.handoffs.length > 0 ? 'handed_off' : 'active',
    head: headOf(mission.head),
    workers: mission.workers.map((worker_id) => ({
      worker_id,
      assignments: assignmentsOf(mission, worker_id, now),
      findings: findings.filter(({ worker }) => worker === worker_id).length,
    })),
    accepted_findings: all(
      (finding) => isAccepted(finding) || (isOpen(finding) && finding.status === 'accepted'),
    ),
    pending_findings: all((finding) => isOpen(finding) && finding.status === 'pending'),
    rejected_findings: all(isClosed),
    deferred_findings: all((finding) => isOpen(finding) && finding.status === 'deferred'),
    conflicted_findings: all((finding) => isOpen(finding) && finding.status === 'conflicted'),
    stale_findings: all((finding) => finding.stale !== null && !isClosed(finding)),
    conflicts: mission.conflicts.map((conflict) => ({
      ...conflict,
      subject: shownText(conflict.subject),
    })),
  };
}

/** A worker's tasks in order, with their outcomes. */
export function assignmentsOf(mission: Mission, worker: string, now: number): ShownAssignment[] {
  const own = mission.assignments.filter((each) => each.worker === worker);
  return own.map((assignment, at) => {
    const { id, text, createdAt, expiresAt } = assignment;
    const until = own[at + 1]?.createdAt;
    const isReported = mission.findings.some(
      (finding) =>
        finding.worker === worker &&
        finding.reportedAt >= createdAt &&
        (until === undefined || finding.reportedAt < until),
    );
    const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
    return {
      assignment_id: id,
      assignment: shownText(text),
      status: isReported
        ? 'reported'
        : until !== undefined
          ? 'superseded'
          : isExpired
            ? 'expired'
            : 'assigned',
      ...(expiresAt !== null && { expires_at: expiresAt }),
    };
  });
}
