/** `coordination_record_synthesis_artifact`: links a composed answer to the accepted findings that support it. */
import { assertInScope } from '../call-scope.ts';
import {
  canonicalize,
  conflict,
  invalidRequest,
  notFound,
  parseCitation,
  type JsonObject,
} from '@hookloom/core';
import type { AnswerCandidate, ReturnedCheckout } from '@hookloom/memory';
import { operation } from '../operations/context.ts';
import {
  artifactRequest,
  synthesisArtifact,
  type ArtifactAnswer,
  type LinkedEvents,
} from '../operations/synthesis.ts';
import { z } from 'zod';
import { isAccepted, readMission, type AssessedFinding, type Mission } from './read-mission.ts';
import { DECISION_SCOPES, missionRequest } from './requests.ts';
import { assertCoordinator } from './roles.ts';
import { coordinatorOf } from './run-mission.ts';
import { isClosed, type EventRef } from './state.ts';
import { drafted } from './write.ts';

export const proofRequest = z.strictObject({
  ...missionRequest.shape,
  ...artifactRequest.omit({ actor: true }).shape,
  decision_scope: z.enum(DECISION_SCOPES).optional(),
  handoff_id: z.string().min(1).max(300).optional(),
});
export type ProofRequest = z.input<typeof proofRequest>;

export interface ProofAnswer extends ArtifactAnswer {
  mission_id: string;
  proof_seq: number;
  /** 64 hex. */
  proof_hash: string;
  accepted_finding_ids: string[];
  handoff_event_ref: { seq: number; hash: string } | null;
}

/**
 * Records the artifact, the outcome of its candidate and the proof packet in one batch. The same proof is recorded
 * once. Throws `conflict` for a candidate with evidence other than accepted findings of the mission.
 */
export const recordProof = operation(proofRequest, async (context, parsed, caller) => {
  const { mission_id, decision_scope = 'brief', handoff_id, ...artifact } = parsed;
  assertInScope(mission_id);
  assertScope(decision_scope, handoff_id);
  if (artifact.checkout['session_id'] !== mission_id)
    throw invalidRequest(
      `The checkout does not belong to the mission ${mission_id}.`,
      'Create it with coordination_checkout, or with memory_checkout and the mission as session_id.',
    );
  let packet: JsonObject = {};
  let known: EventRef | undefined;
  let handoff: EventRef | null = null;
  const answer = await synthesisArtifact(context, artifact, caller, async (made) => {
    const mission = await readMission(context, mission_id);
    assertCoordinator(mission, caller);
    handoff = handoffRef(mission, handoff_id);
    packet = packetOf(mission, made, { decision_scope, handoff });
    known = mission.proofs.find((proof) => isSame(proof.packet, packet))?.ref;
    if (known !== undefined) return [];
    const type = 'coordination.proof_packet.created';
    return [drafted({ type, payload: packet, actor: coordinatorOf(caller) }, caller)];
  });
  const { tied, ...kept } = answer;
  const at = known ?? tied[0]!;
  return {
    ...kept,
    mission_id,
    proof_seq: at.seq,
    proof_hash: at.hash,
    accepted_finding_ids: packet['accepted_finding_ids'] as string[],
    handoff_event_ref: placeOf(handoff),
  };
});

function assertScope(scope: string, handoff_id: string | undefined): void {
  if ((scope === 'handoff') === (handoff_id !== undefined)) return;
  throw invalidRequest(
    scope === 'handoff'
      ? 'A proof of a handoff needs its handoff_id.'
      : 'handoff_id is only allowed with decision_scope handoff.',
    'Send decision_scope "handoff" and handoff_id together.',
  );
}

function handoffRef({ id, handoffs }: Mission, wanted: string | undefined): EventRef | null {
  if (wanted === undefined) return null;
  const found = handoffs.find((each) => each.id === wanted);
  if (found !== undefined) return found.ref;
  throw notFound(
    `The mission ${id} has no such handoff.`,
    'Copy handoff_id from coordination_handoff or `hookloom coordinate inspect`.',
  );
}

function packetOf(
  mission: Mission,
  { artifact_id, checkout, chosen }: Parameters<LinkedEvents>[0],
  { decision_scope, handoff }: { decision_scope: string; handoff: EventRef | null },
): JsonObject {
  const accepted = mission.findings.filter(isAccepted);
  const used = usedFindings(mission, accepted, checkout, chosen);
  const open = mission.findings.filter((finding) => !used.includes(finding));
  const pending = open.filter((each) => !isClosed(each) && each.promotion === null);
  const rows = checkout.ledger_rows.filter(
    ({ citation }) => findingAt(mission.id, used, citation) === undefined,
  );
  return {
    schema: 'coordination_proof_packet_v1',
    mission_id: mission.id,
    artifact_id,
    query: checkout.query,
    decision_scope,
    authority_scope: 'parent_accepted_state',
    accepted_finding_ids: used.map(({ id }) => id),
    promotion_event_refs: used.map(({ promotion }) => ({ ...promotion! })),
    review_event_refs: used.map(({ reviews }) => ({ ...reviews.at(-1)!.ref })),
    worker_source_event_refs: used.map(({ source }) => ({ ...source })),
    ...(handoff !== null && { handoff_event_ref: placeOf(handoff) }),
    diagnostic_pending_ids: pending.map(({ id }) => id),
    conflict_ids: mission.conflicts.map(({ id }) => id),
    excluded_row_reasons: countReasons(
      rows.map(({ exclude_reason: why }) => why ?? 'not_accepted'),
    ),
    non_authoritative_rows: [
      ...open.map((finding) => ({
        source_group: finding.id,
        status: rowStatus(finding),
        include_reason: null,
        exclude_reason: finding.stale ?? rowStatus(finding),
        fact_id: finding.id,
      })),
      ...rows.map(({ source_group, include_reason, exclude_reason, fact_id }) => ({
        source_group,
        status: 'unknown',
        include_reason,
        exclude_reason,
        fact_id,
      })),
    ],
  };
}

/** Throws `conflict` for an answer without evidence, or with evidence other than accepted findings. */
function usedFindings(
  mission: Mission,
  accepted: AssessedFinding[],
  { ledger_rows }: ReturnedCheckout,
  chosen: AnswerCandidate | null,
): AssessedFinding[] {
  const included = ledger_rows.filter(({ exclude_reason }) => exclude_reason === null);
  const support =
    chosen === null
      ? included
      : included.filter(({ source_group }) => chosen.support_source_ids.includes(source_group));
  const foreign = support.filter(
    ({ citation }) => findingAt(mission.id, accepted, citation) === undefined,
  );
  if (chosen !== null && foreign.length > 0)
    throw conflict(
      `The candidate depends on rows that are not accepted state of the mission: ${foreign
        .slice(0, 10)
        .map(({ fact_id }) => fact_id)
        .join(', ')}.`,
      'Promote the findings that it needs, or choose another candidate.',
    );
  const used =
    included.length === 0
      ? accepted
      : accepted.filter((finding) =>
          support.some(({ citation }) => findingAt(mission.id, [finding], citation) !== undefined),
        );
  if (used.length > 0) return used;
  throw conflict(
    `No accepted finding of ${mission.id} supports this answer.`,
    'Promote a finding first. `hookloom coordinate approval-packet` lists what is missing (next_actions of coordination_approval_packet).',
  );
}

/** The finding whose promotion is cited. */
function findingAt(mission: string, findings: readonly AssessedFinding[], citation: string | null) {
  if (citation === null) return undefined;
  const { session, seq, hashPrefix } = parseCitation(citation);
  if (session !== mission) return undefined;
  return findings.find(
    ({ promotion }) => promotion?.seq === seq && promotion.hash.startsWith(hashPrefix),
  );
}

function rowStatus(finding: AssessedFinding): string {
  if (isClosed(finding)) return 'rejected';
  if (finding.status === 'deferred') return 'deferred';
  if (finding.status === 'conflicted' || finding.conflicts.length > 0) return 'conflicted';
  if (finding.stale !== null) return 'stale';
  if (finding.status === 'pending') return 'pending';
  return finding.status === 'accepted' ? 'accepted_not_used' : 'unknown';
}

function countReasons(reasons: readonly string[]): JsonObject {
  const counts: Record<string, number> = {};
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** The recorded packet also contains the fields of its writer. */
function isSame(recorded: JsonObject, packet: JsonObject): boolean {
  return Object.entries(packet).every(
    ([key, value]) => canonicalize(recorded[key] ?? null) === canonicalize(value),
  );
}

function placeOf(ref: EventRef | null): { seq: number; hash: string } | null {
  return ref === null ? null : { seq: ref.seq, hash: ref.hash };
}
