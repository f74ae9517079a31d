import { byOperation, type UnsealedEvent } from '@hookloom/core/events';
import {
  conflict,
  isHookloomError,
  isJsonObject,
  renderCitation,
  type JsonObject,
} from '@hookloom/core';
import type { AnswerCandidate, ReturnedCheckout } from '@hookloom/memory';
import { z } from 'zod';
import {
  canonicalCandidate,
  canonicalRow,
  checkedCheckout,
  leastTrusted,
  refuse,
} from './checked-checkout.ts';
import { bareHash, operation, originOf, recordOperation, recordReinforcement } from './context.ts';
import { checkoutArgument } from './synthesis-checkout.ts';
import { recordedBefore, type EventReference, type RecordedOutcome } from './synthesis-recorded.ts';

const actorName = z.string().min(1).max(512).optional();
const reasonText = z.string().min(1).max(4096).optional();
const object = z
  .custom<JsonObject>(isJsonObject, 'must be an object')
  .meta({ type: 'object', additionalProperties: true });

/** `memory_synthesis_artifact`. */
export const artifactRequest = z.strictObject({
  checkout: checkoutArgument,
  candidate: object
    .optional()
    .meta({ description: 'One of diagnostics.synthesis.answer_candidates; with an outcome' }),
  outcome: z.enum(['used', 'helpful', 'rejected', 'corrected', 'excluded']).optional(),
  reason: reasonText,
  actor: actorName,
});

export interface ArtifactAnswer {
  artifact_id: string;
  artifact_event: EventReference;
  /** Null if no candidate was sent. */
  candidate_event: EventReference | null;
  /** The outcome that this one replaces, if the candidate had one. */
  supersedes?: RecordedOutcome;
}

/** What another operation records about the artifact in the same batch. Throws to refuse both. */
export type LinkedEvents = (made: {
  artifact_id: string;
  session: string;
  checkout: ReturnedCheckout;
  chosen: AnswerCandidate | null;
}) => Promise<UnsealedEvent[]>;

/** Another process may append between the read and the write. */
const ATTEMPTS = 8;

const OUTCOME_EVENT = {
  used: 'memory.synthesis.used',
  helpful: 'memory.synthesis.used',
  rejected: 'memory.synthesis.rejected',
  corrected: 'memory.synthesis.corrected',
  excluded: 'memory.evidence.excluded',
} as const;

/**
 * Stores the answer candidates of a checkout with their ledger, and the outcome of one of them: both events or neither.
 * A stored checkout is not stored again. A candidate has one outcome, and a later one supersedes it. Throws
 * `invalid_request` for candidates that do not follow from their rows and rows that do not match their events,
 * `not_found` for a citation that is in no log, `conflict` for the use of an answer that the checkout did not allow.
 */
export const synthesisArtifact = operation(
  artifactRequest,
  async (context, parsed, caller, tie: LinkedEvents = () => Promise.resolve([])) => {
    const { candidate, outcome, reason, actor = 'assistant' } = parsed;
    if ((candidate === undefined) !== (outcome === undefined))
      throw refuse('candidate and outcome come together', 'Send both, or neither.');
    const { checkout, session, events } = await checkedCheckout(context, parsed.checkout);
    const { artifactPayload } = await import('@hookloom/memory');
    const artifact = artifactPayload(checkout);
    const chosen = candidate === undefined ? null : canonicalCandidate(checkout, candidate);
    if (chosen !== null && (outcome === 'used' || outcome === 'helpful'))
      assertUsable(checkout, chosen);
    const { artifact_id } = artifact;
    const envelope = {
      actorId: actor,
      origin: { ...originOf(caller), channel: leastTrusted(caller.channel, events) },
    };
    const append = async (): Promise<ArtifactAnswer & { tied: EventReference[] }> => {
      const head = await context.store.head(session);
      const before = await recordedBefore(context, session, { artifact_id, chosen });
      const { outcome: earlier } = before;
      const isSame = earlier?.outcome === outcome && earlier?.reason === (reason ?? null);
      const batch: UnsealedEvent[] = [];
      if (before.artifact === null)
        batch.push({ ...envelope, type: 'memory.synthesis.artifact.created', payload: artifact });
      if (chosen !== null && outcome !== undefined && !isSame) {
        const payload = {
          artifact_id,
          outcome,
          candidate: { ...chosen },
          support_source_ids: chosen.support_source_ids,
          support_citations: supportCitations(checkout, chosen),
          query: checkout.query,
          session_id: session,
          quality: { ...checkout.quality },
          purpose: checkout.purpose,
          ...(reason !== undefined && { reason }),
          ...(earlier !== null && {
            supersedes: renderCitation(session, earlier.seq, earlier.hash),
            superseded_outcome: earlier.outcome,
          }),
          authority_status: 'non_authoritative',
        };
        batch.push({ ...envelope, type: OUTCOME_EVENT[outcome], payload });
      }
      const tying = await tie({ artifact_id, session, checkout, chosen });
      batch.push(...tying);
      const results =
        batch.length === 0
          ? []
          : await context.store.append(session, batch.map(byOperation), {
              durability: 'fsync',
              expectHead: head?.hash ?? null,
            });
      const written = results.map(({ seq, hash }, at) => ({
        seq,
        hash: bareHash(hash),
        event_type: batch[at]!.type,
      }));
      const tied = tying.length === 0 ? [] : written.splice(-tying.length);
      const artifact_event = before.artifact ?? written.shift()!;
      const again = isSame && earlier !== null ? earlier.event : null;
      const candidate_event = written[0] ?? again;
      return {
        artifact_id,
        artifact_event,
        candidate_event,
        tied,
        ...(earlier !== null && !isSame && outcome !== undefined && { supersedes: earlier.shown }),
      };
    };
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await append();
        context.recordMemoryUse(session, 'feedback', answer.artifact_event.seq);
        return answer;
      } catch (error) {
        const raced = isHookloomError(error) && error.code === 'conflict';
        if (!raced || attempt === ATTEMPTS) throw error;
      }
    }
  },
);

/** `memory_synthesis_evidence`. */
export const evidenceRequest = z.strictObject({
  checkout: checkoutArgument,
  row: object.meta({ description: 'One of diagnostics.synthesis.ledger_rows' }),
  outcome: z.enum(['used', 'helpful', 'excluded']),
  candidate: object.optional(),
  reason: reasonText,
  actor: actorName,
});

/**
 * Records that one ledger row was part of an answer, or was left out. Refuses the same as `synthesisArtifact`. A row
 * that the ledger itself excluded cannot be used.
 */
export const synthesisEvidence = operation(evidenceRequest, async (context, parsed, caller) => {
  const { outcome, reason, actor = 'assistant' } = parsed;
  const { checkout, session, events } = await checkedCheckout(context, parsed.checkout);
  const row = canonicalRow(checkout, parsed.row);
  const used = outcome !== 'excluded';
  // Later feedback may include a row that earlier feedback excluded.
  if (used && row.exclude_reason !== null && row.exclude_reason !== 'excluded_by_feedback')
    throw conflict(
      `The ledger excluded ${row.fact_id}: ${row.exclude_reason}.`,
      'Record the outcome of an included row, or excluded for this one.',
    );
  const candidate =
    parsed.candidate === undefined ? null : canonicalCandidate(checkout, parsed.candidate);
  const event_type = used ? 'memory.evidence.reinforced' : 'memory.evidence.excluded';
  const cited = row.citation === null ? undefined : events.get(row.citation);
  const channel = leastTrusted(
    caller.channel,
    cited === undefined ? new Map() : new Map([[row.fact_id, cited]]),
  );
  const payload = {
    outcome,
    fact_id: row.fact_id,
    source_group: row.source_group,
    citation: row.citation,
    support_source_ids: candidate?.support_source_ids ?? [row.source_group],
    ...(candidate !== null && { candidate: { ...candidate } }),
    query: checkout.query,
    session_id: session,
    quality: { ...checkout.quality },
    slot_plan: checkout.slot_plan,
    purpose: checkout.purpose,
    ...(reason !== undefined && { reason }),
    authority_status: 'non_authoritative',
  };
  const origin = { ...originOf(caller), channel };
  const event = { type: event_type, actorId: actor, payload, origin };
  const { seq, hash, id } = await recordOperation(context, session, event, caller);
  context.recordMemoryUse(session, 'feedback', seq);
  if (used && cited?.session === session) {
    const confirmed = { kind: 'confirmed', target: cited, source: { evidence_id: id }, cause: id };
    await recordReinforcement(context, session, confirmed, caller);
  }
  return {
    seq,
    hash: bareHash(hash),
    event_type,
    outcome,
    source_group: row.source_group,
    fact_id: row.fact_id,
  };
});

/**
 * An answer may be used from memory only if the checkout allowed it, nothing was missing, and every source is cited.
 */
function assertUsable(checkout: ReturnedCheckout, { support_source_ids }: AnswerCandidate): void {
  const { quality, missing_slots, ledger_rows } = checkout;
  const cited = new Set(
    ledger_rows.flatMap((row) =>
      row.citation === null || row.exclude_reason !== null ? [] : [row.source_group],
    ),
  );
  const why =
    quality.answerability !== 'answer_from_memory'
      ? `The checkout says ${quality.answerability}`
      : missing_slots.length > 0
        ? `The checkout misses ${missing_slots.join(', ')}`
        : support_source_ids.length === 0 || !support_source_ids.every((id) => cited.has(id))
          ? 'A source of the candidate is not cited'
          : null;
  if (why === null) return;
  throw conflict(
    `${why}; the use of its candidate cannot be recorded.`,
    'Record rejected or corrected, or make the call of quality.required_action first.',
  );
}

function supportCitations(
  { ledger_rows }: ReturnedCheckout,
  { support_source_ids }: AnswerCandidate,
): string[] {
  const citations = ledger_rows.flatMap(({ citation, source_group, exclude_reason }) =>
    citation !== null && exclude_reason === null && support_source_ids.includes(source_group)
      ? [citation]
      : [],
  );
  return [...new Set(citations)];
}
