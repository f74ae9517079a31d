import {
  byOperation,
  CHANNELS,
  HookloomError,
  isJsonObject,
  type Channel,
  type JsonObject,
  type StoredEvent,
  type UnsealedEvent,
} from '@hookloom/core';
import type { BroughtCheckout } from '@hookloom/memory/synthesis/artifact';
import type { AnswerCandidate, LedgerRow } from '@hookloom/memory/synthesis/ledger-row';
import { z } from 'zod';
import {
  bareHash,
  originOf,
  parseRequest,
  readableSession,
  recordActivity,
  type Caller,
  type OperationContext,
} from './context.ts';
import { resolveCitation, type ResolvedCitation } from './resolve-citation.ts';
import { checkoutArgument, readCheckout } from './synthesis-checkout.ts';

const actorName = z.string().min(1).max(512).optional();
const reasonText = z.string().min(1).max(4096).optional();
const object = z
  .custom<JsonObject>(isJsonObject, 'must be an object')
  .meta({ type: 'object', additionalProperties: true });

/** `memory_synthesis_artifact` (seeds/002; zaxy.md §3.2). */
export const artifactRequest = z.strictObject({
  checkout: checkoutArgument,
  candidate: object
    .optional()
    .meta({ description: 'One of diagnostics.synthesis.answer_candidates; with an outcome' }),
  outcome: z.enum(['used', 'helpful', 'rejected', 'corrected', 'excluded']).optional(),
  reason: reasonText,
  actor: actorName,
});

export type ArtifactRequest = z.input<typeof artifactRequest>;

export interface EventReference {
  seq: number;
  /** 64 hex. */
  hash: string;
  event_type: string;
}

export interface ArtifactAnswer {
  artifact_id: string;
  artifact_event: EventReference;
  /** Null where no candidate was sent. */
  candidate_event: EventReference | null;
}

const OUTCOME_EVENT = {
  used: 'memory.synthesis.used',
  helpful: 'memory.synthesis.used',
  rejected: 'memory.synthesis.rejected',
  corrected: 'memory.synthesis.corrected',
  excluded: 'memory.evidence.excluded',
} as const;

/**
 * Keeps the answer candidates of a checkout with the ledger that they rest on, and what became of one of them: both
 * events or neither. Throws `invalid_request` for candidates that do not follow from their rows or rows that do not say
 * what their events say, `not_found` for a citation that is in no log, `conflict` for the use of an answer that the
 * checkout did not allow.
 */
export async function synthesisArtifact(
  context: OperationContext,
  request: ArtifactRequest,
  caller: Caller,
): Promise<ArtifactAnswer> {
  const parsed = parseRequest(artifactRequest, request);
  const { candidate, outcome, reason, actor = 'assistant' } = parsed;
  if ((candidate === undefined) !== (outcome === undefined)) {
    throw refuse('candidate and outcome come together', 'Send both, or neither.');
  }
  const { checkout, session, events } = await checkedCheckout(context, parsed.checkout);
  const { artifactPayload } = await import('@hookloom/memory/synthesis/artifact');
  const artifact = artifactPayload(checkout);
  const origin = { ...originOf(caller), channel: leastTrusted(caller.channel, events) };
  const batch: UnsealedEvent[] = [
    { type: 'memory.synthesis.artifact.created', actorId: actor, payload: artifact, origin },
  ];
  if (candidate !== undefined && outcome !== undefined) {
    const chosen = canonicalCandidate(checkout, candidate);
    if (outcome === 'used' || outcome === 'helpful') assertUsable(checkout, chosen);
    batch.push({
      type: OUTCOME_EVENT[outcome],
      actorId: actor,
      payload: {
        artifact_id: artifact.artifact_id,
        outcome,
        candidate: { ...chosen },
        support_source_ids: chosen.support_source_ids,
        support_citations: supportCitations(checkout, chosen),
        query: checkout.query,
        session_id: session,
        quality: { ...checkout.quality },
        purpose: checkout.purpose,
        ...(reason !== undefined && { reason }),
        authority_status: 'non_authoritative',
      },
      origin,
    });
  }
  const results = await context.store.append(session, batch.map(byOperation), {
    durability: 'fsync',
  });
  const [kept, judged] = results.map(({ seq, hash }, index) => ({
    seq,
    hash: bareHash(hash),
    event_type: batch[index]!.type,
  }));
  context.recordMemoryUse(session, 'feedback', kept!.seq);
  return {
    artifact_id: artifact.artifact_id,
    artifact_event: kept!,
    candidate_event: judged ?? null,
  };
}

/** `memory_synthesis_evidence` (seeds/002; zaxy.md §3.2). */
export const evidenceRequest = z.strictObject({
  checkout: checkoutArgument,
  row: object.meta({ description: 'One of diagnostics.synthesis.ledger_rows' }),
  outcome: z.enum(['used', 'helpful', 'excluded']),
  candidate: object.optional(),
  reason: reasonText,
  actor: actorName,
});

export type EvidenceRequest = z.input<typeof evidenceRequest>;

export interface EvidenceAnswer {
  seq: number;
  /** 64 hex. */
  hash: string;
  event_type: 'memory.evidence.reinforced' | 'memory.evidence.excluded';
  outcome: string;
  source_group: string;
  fact_id: string;
}

/**
 * Records that one ledger row was part of an answer, or was left out of it. Refuses as `synthesisArtifact` does; a row
 * that the ledger itself excluded cannot be used.
 */
export async function synthesisEvidence(
  context: OperationContext,
  request: EvidenceRequest,
  caller: Caller,
): Promise<EvidenceAnswer> {
  const parsed = parseRequest(evidenceRequest, request);
  const { outcome, reason, actor = 'assistant' } = parsed;
  const { checkout, session, events } = await checkedCheckout(context, parsed.checkout);
  const row = canonicalRow(checkout, parsed.row);
  const used = outcome !== 'excluded';
  if (used && row.exclude_reason !== null) {
    throw new HookloomError(
      'conflict',
      `The ledger excluded ${row.fact_id}: ${row.exclude_reason}.`,
      'Record the outcome of an included row, or excluded for this one.',
    );
  }
  const candidate =
    parsed.candidate === undefined ? null : canonicalCandidate(checkout, parsed.candidate);
  const event_type = used ? 'memory.evidence.reinforced' : 'memory.evidence.excluded';
  const cited = row.citation === null ? undefined : events.get(row.citation);
  const channel = leastTrusted(
    caller.channel,
    cited === undefined ? new Map() : new Map([[row.fact_id, cited]]),
  );
  const [result] = await context.store.append(
    session,
    [
      byOperation({
        type: event_type,
        actorId: actor,
        payload: {
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
        },
        origin: { ...originOf(caller), channel },
      }),
    ],
    { durability: 'fsync' },
  );
  const { seq, hash, id } = result!;
  context.recordMemoryUse(session, 'feedback', seq);
  if (used && cited?.session === session) {
    const payload = {
      kind: 'confirmed',
      targets: [{ seq: cited.seq, hash: cited.hash }],
      source: { evidence_id: id },
      authority_status: 'non_authoritative',
    };
    const type = 'memory.reinforcement';
    await recordActivity(context, { session, type, payload, causedBy: [id] }, caller).catch(
      () => {},
    );
  }
  return {
    seq,
    hash: bareHash(hash),
    event_type,
    outcome,
    source_group: row.source_group,
    fact_id: row.fact_id,
  };
}

interface Checked {
  checkout: BroughtCheckout;
  session: string;
  /** The events that the ledger cites, by citation. */
  events: Map<string, ResolvedCitation>;
}

/** A checkout whose every citation the log holds, and whose candidates follow from what the cited events say. */
async function checkedCheckout(context: OperationContext, brought: JsonObject): Promise<Checked> {
  const checkout = readCheckout(brought);
  const session = await readableSession(context, { session_id: checkout.session_id });
  const { whyUnfounded } = await import('@hookloom/memory/synthesis/artifact');
  const { saysWhatTheEventSays } = await import('@hookloom/memory/synthesis/verify-row');
  const unfounded = whyUnfounded(checkout);
  if (unfounded !== null) throw refuse(unfounded, 'Send the checkout as it was answered.');
  const events = new Map<string, ResolvedCitation>();
  for (const row of checkout.ledger_rows) {
    if (row.citation === null) {
      if (row.exclude_reason === null)
        throw refuse(`Ledger row ${row.fact_id} is included without a citation`, SEND_AS_IT_WAS);
      continue;
    }
    const found = events.get(row.citation) ?? (await resolveCitation(context, row.citation));
    events.set(row.citation, found);
    const cites = `${found.session}/${found.seq}#`;
    const said =
      row.exclude_reason !== null || saysWhatTheEventSays(row, readableEvent(found.event));
    if (!row.fact_id.startsWith(cites) || !said)
      throw refuse(`Ledger row ${row.fact_id} does not say what its event says`, SEND_AS_IT_WAS);
  }
  return { checkout, session, events };
}

const SEND_AS_IT_WAS = 'Send the checkout as it was answered.';

/** What was forgotten supports nothing. */
function readableEvent(event: StoredEvent): StoredEvent {
  if (event.shredded === null) return event;
  throw new HookloomError(
    'not_found',
    `Event ${event.seq} was forgotten.`,
    'Make a new checkout: what rests on this event does not stand any more.',
  );
}

/** The candidate of the checkout that the caller means, as the checkout has it. */
function canonicalCandidate(
  { answer_candidates }: BroughtCheckout,
  sent: JsonObject,
): AnswerCandidate {
  const found = answer_candidates.find((each) => agrees(sent, each, ['answer_key', 'rank']));
  if (found !== undefined) return found;
  throw refuse(
    'The candidate is none of diagnostics.synthesis.answer_candidates',
    'Send one of them as it is.',
  );
}

function canonicalRow({ ledger_rows }: BroughtCheckout, sent: JsonObject): LedgerRow {
  const found = ledger_rows.find((each) => agrees(sent, each, ['fact_id']));
  if (found !== undefined) return found;
  throw refuse(
    'The row is none of diagnostics.synthesis.ledger_rows',
    'Send one of them as it is.',
  );
}

/** True when something that names it is sent, and nothing that is sent contradicts it. */
function agrees(sent: JsonObject, known: object, naming: readonly string[]): boolean {
  const entries = Object.entries(known) as [string, unknown][];
  return (
    naming.some((key) => sent[key] !== undefined) &&
    entries.every(
      ([key, value]) =>
        sent[key] === undefined || JSON.stringify(sent[key]) === JSON.stringify(value),
    )
  );
}

/** An answer may be taken from memory only where the checkout said so, nothing was missing, and every source is cited. */
function assertUsable(checkout: BroughtCheckout, { support_source_ids }: AnswerCandidate): void {
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
  throw new HookloomError(
    'conflict',
    `${why}; the use of its candidate cannot be recorded.`,
    'Record rejected or corrected, or make the call of quality.required_action first.',
  );
}

function supportCitations(
  { ledger_rows }: BroughtCheckout,
  { support_source_ids }: AnswerCandidate,
): string[] {
  const citations = ledger_rows.flatMap(({ citation, source_group, exclude_reason }) =>
    citation !== null && exclude_reason === null && support_source_ids.includes(source_group)
      ? [citation]
      : [],
  );
  return [...new Set(citations)];
}

/** What is derived takes the least trusted channel of its sources (law 9). */
function leastTrusted(own: Channel, events: ReadonlyMap<string, ResolvedCitation>): Channel {
  let least = own;
  for (const { event } of events.values()) {
    const channel = event.origin?.channel ?? 'file';
    if (CHANNELS.indexOf(channel) > CHANNELS.indexOf(least)) least = channel;
  }
  return least;
}

function refuse(what: string, remediation: string): HookloomError {
  return new HookloomError('invalid_request', what.endsWith('.') ? what : `${what}.`, remediation);
}
