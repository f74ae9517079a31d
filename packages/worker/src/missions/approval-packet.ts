/** `coordination_approval_packet`: the findings to decide on, and what each decision still needs. */
import { invalidRequest } from '@hookloom/core';
import { operation } from '../operations/context.ts';
import type { Conflict } from './conflicts.ts';
import { missingForPromotion, readMission, type AssessedFinding } from './read-mission.ts';
import { missionRequest } from './requests.ts';
import { assertCoordinator, assertMaySeePending } from './roles.ts';
import { headOf, shownText, showFinding, type ShownFinding } from './show-finding.ts';
import { isClosed, isPromoted, type ReviewStatus, type EventRef } from './state.ts';
import { allowedReviews } from './transitions.ts';

interface NextAction {
  action:
    | 'resolve_conflict'
    | 'refresh_stale_evidence'
    | 'add_evidence'
    | 'review_finding'
    | 'promote';
  finding_id: string;
  why: string;
}

export interface ApprovalPacket {
  mission_id: string;
  packet_id: string;
  /** The state for the decisions, which are refused if the mission has changed. */
  head: { seq: number; hash: string };
  findings: (ShownFinding & {
    allowed_statuses: ReviewStatus[];
    requires_evidence: boolean;
    conflict_keys: string[];
    missing: string[];
    next_actions: NextAction['action'][];
  })[];
  conflicts: Conflict[];
  next_actions: NextAction[];
  decisions_template: { finding_id: string; status: string; rationale: string; promote: boolean }[];
}

export const approvalPacket = operation(missionRequest, async (context, { mission_id }, caller) => {
  assertMaySeePending(mission_id, caller);
  const mission = await readMission(context, mission_id);
  assertCoordinator(mission, caller);
  const open = mission.findings.filter((each) => !isClosed(each) && !isPromoted(each));
  const findings = open.map((finding) => {
    const actions = actionsFor(finding);
    return {
      ...showFinding(finding),
      allowed_statuses: allowedReviews(finding),
      requires_evidence: !finding.evidence.some(({ state }) => state === 'resolved'),
      conflict_keys: finding.conflicts.map(({ subject }) => shownText(subject)),
      missing: missingForPromotion(finding),
      next_actions: actions.map(({ action }) => action),
    };
  });
  return {
    mission_id,
    packet_id: packetId(mission_id, mission.head),
    head: headOf(mission.head),
    findings,
    conflicts: mission.conflicts,
    next_actions: open.flatMap(actionsFor),
    decisions_template: open.map(({ id, status }) => ({
      finding_id: id,
      status: status === 'accepted' ? 'accepted' : 'accepted|rejected|deferred|conflicted',
      rationale: '',
      promote: false,
    })),
  };
});

function actionsFor(finding: AssessedFinding): NextAction[] {
  const { id: finding_id, conflicts, stale, evidence, status } = finding;
  const actions: NextAction[] = conflicts.map(({ subject }) => ({
    action: 'resolve_conflict',
    finding_id,
    why: `Findings disagree on ${shownText(subject)}: reject all but one side.`,
  }));
  if (stale !== null)
    actions.push({ action: 'refresh_stale_evidence', finding_id, why: shownText(stale) });
  else if (!evidence.some(({ state }) => state === 'resolved'))
    actions.push({ action: 'add_evidence', finding_id, why: 'None of its evidence is valid now.' });
  if (status === 'pending' || status === 'deferred' || status === 'conflicted')
    actions.push({ action: 'review_finding', finding_id, why: `It is ${status}.` });
  else if (actions.length === 0)
    actions.push({
      action: 'promote',
      finding_id,
      why: 'It is accepted and its evidence is valid.',
    });
  return actions;
}

// The id of an approval packet, which contains the state from which it was made.

const HASH_CHARS = 12;

/** @example packetId('login-bug', { session_id: 'login-bug', seq: 7, hash: '0464261d6ec0…' }) === 'login-bug:approval:7:0464261d6ec0' */
function packetId(mission: string, { seq, hash }: EventRef): string {
  return `${mission}:approval:${seq}:${hash.slice(0, HASH_CHARS)}`;
}

/** Throws `invalid_request` for an id of another mission, or an invalid one. */
export function packetHead(mission: string, id: string): Pick<EventRef, 'seq' | 'hash'> {
  const found = /^(.+):approval:(\d{1,16}):([0-9a-f]{12})$/.exec(id);
  if (found !== null && found[1] === mission) return { seq: Number(found[2]), hash: found[3]! };
  throw invalidRequest(
    `packet_id is not an approval packet of ${mission}.`,
    'Copy packet_id from coordination_approval_packet, or leave it out.',
  );
}
