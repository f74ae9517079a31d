/** The current state of a mission from the logs, and whether the evidence of its findings is still valid. */
import { notFound } from '@hookloom/core';
import type { OperationContext } from '../operations/context.ts';
import { duplicateOf, openConflicts, supersededBy, type Conflict } from './conflicts.ts';
import { evidenceReader, type ResolvedEvidence } from './evidence.ts';
import { foldMission, workersIn } from './fold-mission.ts';
import { missionEvents } from './mission-events.ts';
import { isClosed, isPromoted, type Finding, type MissionState } from './state.ts';

/** A finding with everything that follows from other findings and from its evidence. */
export interface AssessedFinding extends Finding {
  evidence: ResolvedEvidence[];
  /** Why its evidence is no longer valid; null if it is. */
  stale: string | null;
  duplicateOf: string | null;
  supersededBy: string | null;
  conflicts: Conflict[];
}

export interface Mission extends Omit<MissionState, 'findings'> {
  findings: AssessedFinding[];
  conflicts: Conflict[];
}

/** Throws `not_found` for a session in which no mission began. */
export async function readMission(context: OperationContext, id: string): Promise<Mission> {
  const state = await readState(context, id);
  if (state === null)
    throw notFound(
      `There is no mission ${id}.`,
      `Start it with coordination_start or \`hookloom coordinate start ${id} "objective"\`.`,
    );
  return assess(context, state);
}

/** The state only, without checking evidence. Null if there is no such mission. */
export async function readState(
  context: Pick<OperationContext, 'store' | 'drain'>,
  id: string,
): Promise<MissionState | null> {
  await context.drain();
  const own = await missionEvents(context.store, id);
  const reports = new Map<string, Awaited<ReturnType<typeof missionEvents>>>();
  for (const worker of workersIn(own))
    reports.set(worker, await missionEvents(context.store, worker));
  return foldMission(id, own, reports);
}

async function assess(context: OperationContext, state: MissionState): Promise<Mission> {
  const reader = evidenceReader(context, state.id);
  const conflicts = openConflicts(state.findings);
  const findings: AssessedFinding[] = [];
  for (const finding of state.findings) {
    const evidence: ResolvedEvidence[] = [];
    for (const item of finding.evidence) evidence.push(await reader.resolve(item, finding.worker));
    findings.push({
      ...finding,
      evidence,
      stale: whyStale(finding, evidence),
      duplicateOf: duplicateOf(finding, state.findings),
      supersededBy: supersededBy(finding, state.findings),
      conflicts: conflicts.filter(({ finding_ids }) => finding_ids.includes(finding.id)),
    });
  }
  return { ...state, findings, conflicts };
}

function whyStale(finding: Finding, evidence: readonly ResolvedEvidence[]): string | null {
  if (finding.isForgotten) return 'the report was forgotten';
  const gone = evidence.find(({ state }) => state === 'stale');
  return gone === undefined ? null : `${gone.reference}: ${gone.reason}`;
}

/** Promoted, not retracted, and still supported. Only such findings may be in a checkout. */
export function isAccepted(finding: AssessedFinding): boolean {
  return isPromoted(finding) && finding.stale === null;
}

/**
 * What a promotion is missing, for the caller; empty if it is allowed. A finding needs an accepted review, valid
 * evidence, and no open conflict.
 */
export function missingForPromotion(finding: AssessedFinding): string[] {
  if (isPromoted(finding)) return ['it is already promoted'];
  if (isClosed(finding))
    return [`it was ${finding.retraction === null ? 'rejected' : 'retracted'}`];
  const unresolved = finding.evidence.filter(({ state }) => state !== 'resolved');
  const reasons = unresolved.slice(0, 3).map(({ reference, reason }) => `${reference}: ${reason}`);
  const isSupported = unresolved.length < finding.evidence.length;
  return [
    ...(finding.status === 'accepted' ? [] : ['an accepted review']),
    ...(finding.evidence.length === 0 ? ['evidence'] : []),
    ...(finding.stale === null ? [] : [`evidence that is not stale (${finding.stale})`]),
    ...(finding.evidence.length > 0 && !isSupported && finding.stale === null
      ? [`evidence that resolves (${reasons.join('; ')})`]
      : []),
    ...finding.conflicts.map(
      ({ subject, finding_ids }) =>
        `a decision on the conflict about ${subject} with ${finding_ids.filter((id) => id !== finding.id).join(', ')}`,
    ),
  ];
}
