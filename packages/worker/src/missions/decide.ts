/** Decisions of a coordinator: review, promote, apply approvals. A call applies all of its decisions or none. */
import { assertInScope } from '../call-scope.ts';
import { byOperation, type UnsealedEvent } from '@hookloom/core/events';
import { HookloomError, invalidRequest, notFound, type JsonObject } from '@hookloom/core';
import { operation, originOf, type Caller, type OperationContext } from '../operations/context.ts';
import { openConflicts } from './conflicts.ts';
import { recordedItem } from './evidence-item.ts';
import { packetHead } from './approval-packet.ts';
import {
  missingForPromotion,
  readMission,
  type AssessedFinding,
  type Mission,
} from './read-mission.ts';
import { approvalRequest, promoteRequest, reviewRequest } from './requests.ts';
import { assertCoordinator, assertForeign } from './roles.ts';
import { coordinatorOf } from './run-mission.ts';
import {
  isClosed,
  isPromoted,
  type EventRef,
  type FindingStatus,
  type ReviewStatus,
} from './state.ts';
import { allowedReviews, isAllowedChange } from './transitions.ts';
import { assertHead, decideOn, drafted, type Written } from './write.ts';

interface Decision {
  finding_id: string;
  status?: ReviewStatus;
  rationale?: string | undefined;
  promote?: boolean | undefined;
}

export interface ReviewAnswer extends Written {
  finding_id: string;
  status: ReviewStatus;
  previous_status: FindingStatus | 'promoted';
}

/** `coordination_review_finding`. Rejecting a promoted finding retracts it. */
export const reviewFinding = operation(reviewRequest, async (context, request, caller) => {
  const { mission_id, actor, ...decision } = request;
  const { written, before } = await apply(context, mission_id, [decision], { caller, actor });
  const { finding_id, status } = decision;
  const finding = before.findings.find(({ id }) => id === finding_id)!;
  const previous_status = isPromoted(finding) ? ('promoted' as const) : finding.status;
  return { ...written[0]!, finding_id, worker_id: finding.worker, status, previous_status };
});

/** `coordination_promote`. Throws `conflict` that names what is missing. */
export const promoteFinding = operation(promoteRequest, async (context, request, caller) => {
  const { mission_id, finding_id } = request;
  const { written, before } = await apply(context, mission_id, [{ finding_id, promote: true }], {
    caller,
  });
  const finding = before.findings.find(({ id }) => id === finding_id)!;
  return {
    ...written.find(({ event_type }) => event_type === 'coordination.finding.promoted')!,
    finding_id,
    worker_id: finding.worker,
    summary: finding.summary,
    evidence: finding.evidence,
  };
});

export interface ApprovalAnswer {
  mission_id: string;
  reviewed_count: number;
  promoted_count: number;
  /** In log order: reviews, then promotions. */
  events: Written[];
}

/**
 * `coordination_apply_approval`: applies the decisions on an approval packet in one batch. Throws `conflict`, without
 * applying any, if the mission has changed since the packet, if a finding cannot get the decided state, or if a
 * promotion is incomplete.
 */
export const applyApproval = operation(approvalRequest, async (context, request, caller) => {
  const { mission_id, decisions, packet_id } = request;
  const twice = decisions.find(
    ({ finding_id }, at) => decisions.findIndex((each) => each.finding_id === finding_id) !== at,
  );
  if (twice !== undefined)
    throw invalidRequest(
      `There are two decisions on ${twice.finding_id}.`,
      'Send one decision for each finding.',
    );
  const expected = packet_id === undefined ? undefined : packetHead(mission_id, packet_id);
  const { written } = await apply(context, mission_id, decisions, { caller, expected });
  const count = (type: string): number =>
    written.filter(({ event_type }) => event_type === type).length;
  return {
    mission_id,
    reviewed_count: count('coordination.finding.reviewed'),
    promoted_count: count('coordination.finding.promoted'),
    events: written,
  };
});

interface Call {
  caller: Caller;
  actor?: string | undefined;
  /** The head of the packet that the decisions are about. */
  expected?: Pick<EventRef, 'seq' | 'hash'> | undefined;
}

/** Applies all decisions to one state of the mission. Refuses a call if another coordinator was faster. */
async function apply(
  context: OperationContext,
  mission_id: string,
  decisions: readonly Decision[],
  { caller, actor, expected }: Call,
): Promise<{ written: Written[]; before: Mission }> {
  assertInScope(mission_id);
  let before: Mission | undefined;
  const written = await decideOn(context, mission_id, async () => {
    const mission = await readMission(context, mission_id);
    assertCoordinator(mission, caller);
    assertHead(mission_id, expected ?? before?.head ?? mission.head, mission);
    before = mission;
    const findings = mission.findings.map((finding) => ({ ...finding }));
    const named = decisions.map((decision) => ({
      decision,
      finding: findOrRefuse(findings, decision.finding_id, mission_id),
    }));
    const by = actor ?? coordinatorOf(caller);
    const reviews = named.flatMap(({ decision, finding }) => {
      if (decision.status === undefined) return [];
      assertForeign(finding.worker, finding.id, actor);
      // An accepted finding needs no second review to be promoted.
      if (decision.promote === true && decision.status === finding.status) return [];
      return review(mission_id, finding, { ...decision, status: decision.status }, by);
    });
    const conflicts = openConflicts(findings);
    const promotions = named.flatMap(({ decision, finding }) => {
      if (decision.promote !== true) return [];
      const own = conflicts.filter(({ finding_ids }) => finding_ids.includes(finding.id));
      return promote(mission_id, { ...finding, conflicts: own }, by);
    });
    const detected = conflicts
      .filter(({ id }) => !mission.recorded.has(id))
      .map(({ id: conflict_id, ...conflict }) => ({
        type: 'coordination.conflict.detected',
        payload: { mission_id, conflict_id, ...conflict },
        actor: by,
      }));
    const events = [...reviews, ...promotions, ...detected].map((draft) =>
      draft.type === 'memory.reinforcement'
        ? reinforcement(draft.payload, caller)
        : drafted(draft, caller),
    );
    const texts = decisions.flatMap(({ rationale }) => rationale ?? []);
    return { events, texts };
  });
  return { written, before: before! };
}

function findOrRefuse(findings: readonly AssessedFinding[], id: string, mission: string) {
  const finding = findings.find((each) => each.id === id);
  if (finding !== undefined) return finding;
  throw notFound(
    `The mission ${mission} has no finding ${JSON.stringify(id.slice(0, 200))}.`,
    'Copy finding_id from coordination_merge_brief or `hookloom coordinate brief`.',
  );
}

/** The finding after the decision, and the events about it. */
function review(
  mission_id: string,
  finding: AssessedFinding,
  { status, rationale }: Decision & { status: ReviewStatus },
  actor: string,
): { type: string; payload: JsonObject; actor: string }[] {
  const wasPromoted = isPromoted(finding);
  if (!isAllowedChange(finding, status)) {
    const allowed = allowedReviews(finding);
    const is = wasPromoted
      ? 'promoted'
      : finding.retraction === null
        ? finding.status
        : 'retracted';
    throw new HookloomError(
      'conflict',
      `${finding.id} is ${is} and cannot become ${status}.`,
      allowed.length === 0
        ? 'It is closed. Let the worker report a new finding.'
        : `It may become ${allowed.join(', ')}.`,
    );
  }
  const about = { mission_id, finding_id: finding.id, worker_id: finding.worker };
  const said = rationale === undefined ? {} : { rationale };
  const previous_status = wasPromoted ? 'promoted' : finding.status;
  finding.status = status;
  const source = { ...finding.source };
  const events = [
    {
      type: 'coordination.finding.reviewed',
      payload: { ...about, status, previous_status, ...said, source },
      actor,
    },
  ];
  if (!wasPromoted) return events;
  finding.retraction = finding.source;
  const promotion = { ...finding.promotion! };
  const retracted = { ...about, ...said, promotion, source };
  return [...events, { type: 'coordination.finding.retracted', payload: retracted, actor }];
}

function promote(mission_id: string, finding: AssessedFinding, actor: string) {
  const missing = missingForPromotion(finding);
  if (missing.length > 0)
    throw new HookloomError(
      'conflict',
      `${finding.id} cannot be promoted${isPromoted(finding) || isClosed(finding) ? ': ' : '. Missing: '}${missing.join('; ')}.`,
      'Nothing was applied. `hookloom coordinate approval-packet` lists what is missing (next_actions of coordination_approval_packet).',
    );
  const anchors = finding.evidence.flatMap(({ kind, reference, snapshot }) =>
    kind === 'file' && snapshot?.['blob'] !== undefined
      ? [{ path: reference.replace(/:\d+(?:[-:]\d+)?$/, ''), blob: snapshot['blob'] }]
      : [],
  );
  const payload: JsonObject = {
    mission_id,
    finding_id: finding.id,
    worker_id: finding.worker,
    summary: finding.summary,
    status: 'accepted',
    evidence: finding.evidence.map(recordedItem),
    source: { ...finding.source },
    ...(finding.confidence !== null && { confidence: finding.confidence }),
    ...(finding.claimKey !== null && { claim_key: finding.claimKey }),
    ...(finding.claimValue !== null && { claim_value: finding.claimValue }),
    ...(anchors.length > 0 && { anchors: anchors.slice(0, 8) }),
  };
  const targets = [{ ...finding.source }];
  return [
    { type: 'coordination.finding.promoted', payload, actor },
    {
      type: 'memory.reinforcement',
      payload: {
        mission_id,
        kind: 'promoted',
        targets,
        source: { finding_id: finding.id },
        authority_status: 'non_authoritative',
      },
      actor,
    },
  ];
}

function reinforcement(payload: JsonObject, caller: Caller): UnsealedEvent {
  const origin = { ...originOf(caller), channel: 'system' as const };
  return byOperation({ type: 'memory.reinforcement', actorId: 'zaxy-memory', payload, origin });
}
