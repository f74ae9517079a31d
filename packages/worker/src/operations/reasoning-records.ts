/** What an agent records about its own knowledge: a belief, a gap, or that an open item is closed. */
import {
  conflict,
  invalidRequest,
  notFound,
  type HookloomError,
  type JsonObject,
} from '@hookloom/core';
import type { UnsealedEvent } from '@hookloom/core/events';
import {
  CLOSING_EVENTS,
  digest,
  lessTrusted,
  OUTCOMES,
  readMetacognition,
  readProposals,
  slotOf,
  whyNotClosed,
  type CitedEvent,
  type OpenItem,
} from '@hookloom/memory';
import { z } from 'zod';
import { appendAtHead } from './append.ts';
import { actorName } from './consolidation.ts';
import {
  bareHash,
  operation,
  originOf,
  readableSession,
  sessionId,
  type Caller,
  type OperationContext,
  type Placed,
} from './context.ts';
import { phase, recordPrimitive } from './primitive.ts';
import { resolveSources, sourceEvents } from './source-events.ts';
import { openedMemory } from '../memory-access.ts';

const text = z.string().trim().min(1).max(2000);
/** A claim or question in one sentence. */
export const claimText = z.string().trim().min(1).max(400);
export const claimKey = z.string().trim().min(1).max(160);
const GAPS = ['missing_evidence', 'conflict', 'stale', 'scope'] as const;

/** `memory_propose_belief_update`. */
export const beliefRequest = z.strictObject({
  claim: claimText,
  rationale: text,
  confidence: z.number().min(0).max(1),
  source_events: sourceEvents,
  claim_key: claimKey.optional(),
  phase,
  session_id: sessionId,
  actor: actorName,
});

/** `memory_record_known_unknown`. */
export const unknownRequest = z.strictObject({
  question: claimText,
  reason: text,
  source_events: sourceEvents,
  claim_key: claimKey,
  gap_type: z.enum(GAPS).optional(),
  reverify_query: claimText.optional(),
  phase,
  session_id: sessionId,
  actor: actorName,
});

/** Closes an unknown, a conflict or a request to verify a claim. */
export const resolveRequest = z.strictObject({
  id: z
    .string()
    .regex(
      /^metacognition:(?:unknown|conflict|reverify):[0-9a-f]{24}$/,
      'must be an id of an open item',
    ),
  outcome: z.enum(OUTCOMES),
  rationale: text,
  source_events: sourceEvents.optional(),
  session_id: sessionId,
  actor: actorName,
});

/** Claims about the same subject have the same key. */
export function keyOf(claim: string): string {
  const slot = slotOf(claim);
  return slot === '' ? claim.toLowerCase().slice(0, 160) : slot;
}

/** Waits for a review like a candidate. Changes no fact. */
export const proposeBelief = operation(beliefRequest, async (context, parsed, caller) => {
  const { claim, rationale, confidence, claim_key = keyOf(claim) } = parsed;
  const session = await readableSession(context, parsed);
  const { sources, channel } = await resolveSources(context, session, parsed.source_events);
  const belief_id = `belief:update:${digest({ claim, claim_key, source_events: sources })}`;
  const payload = {
    belief_id,
    claim,
    claim_key,
    rationale,
    confidence,
    source_events: plain(sources),
    review_status: 'pending',
    authority_status: 'non_authoritative',
  };
  const answer = await appendAtHead(context, session, async (seq) => {
    const all = seq === 0 ? [] : await readProposals(await openedMemory(context), [session], seq);
    const known = all.find(({ id }) => id === belief_id);
    const event = eventOf('belief.update.proposed', payload, caller, parsed.actor);
    const origin = { ...event.origin, channel: lessTrusted(event.origin.channel, channel) };
    return once(known, { ...event, origin });
  });
  const called = {
    session,
    primitive: 'propose_belief_update',
    phase: parsed.phase ?? ('reflection' as const),
  };
  await recordPrimitive(context, { ...called, results: 1, evidence: sources.length }, caller);
  return { ...answer, belief_id };
});

/** Records an open question once. A closed one may be opened again. */
export const recordUnknown = operation(unknownRequest, async (context, parsed, caller) => {
  const { question, reason, claim_key, gap_type = 'missing_evidence', reverify_query } = parsed;
  const session = await readableSession(context, parsed);
  const { sources, channel } = await resolveSources(context, session, parsed.source_events);
  let unknown_id = '';
  const answer = await appendAtHead(context, session, async (seq) => {
    const items = seq === 0 ? [] : (await readAll(context, session, seq)).items;
    const { id, open } = nextId(items, 'unknown', { question, claim_key, source_events: sources });
    unknown_id = id;
    const payload = {
      unknown_id,
      question,
      reason,
      claim_key,
      gap_type,
      source_events: plain(sources),
      status: 'open',
      authority_status: 'non_authoritative',
      ...(reverify_query !== undefined && { reverify_query }),
    };
    const event = eventOf('metacognition.unknown.recorded', payload, caller, parsed.actor);
    const origin = { ...event.origin, channel: lessTrusted(event.origin.channel, channel) };
    return once(open, { ...event, origin });
  });
  const called = {
    session,
    primitive: 'record_known_unknown',
    phase: parsed.phase ?? ('review' as const),
  };
  await recordPrimitive(context, { ...called, results: 1, evidence: sources.length }, caller);
  return { ...answer, unknown_id };
});

/** Throws `not_found` for an unknown id and `conflict` for an item that is closed. */
export const resolveOpenItem = operation(resolveRequest, async (context, parsed, caller) => {
  const { id, outcome, rationale } = parsed;
  const session = await readableSession(context, parsed);
  const given = parsed.source_events ?? [];
  const { sources } =
    given.length === 0 ? { sources: [] } : await resolveSources(context, session, given);
  return appendAtHead(context, session, async (seq) => {
    const items = seq === 0 ? [] : (await readAll(context, session, seq)).items;
    const item = items.find((each) => each.id === id);
    if (item === undefined)
      throw notFound(
        `Session ${session} has no item ${id}.`,
        'List them with memory_known_unknowns or memory_reverification_needs.',
      );
    const state = { kind: item.kind, isOpen: item.outcome === null };
    const refused = whyNotClosed(state, outcome, sources.length);
    if (refused !== null) throw refusedClosing(refused, item);
    const type = CLOSING_EVENTS[item.kind];
    const payload = {
      id,
      outcome,
      rationale,
      claim_key: item.claimKey,
      source_events: plain(sources),
      authority_status: 'non_authoritative',
    };
    return {
      events: [eventOf(type, payload, caller, parsed.actor)],
      answer: ([placed]) => ({ ...placed!, id, outcome }),
    };
  });
});

function refusedClosing(
  reason: NonNullable<ReturnType<typeof whyNotClosed>>,
  { id, kind, outcome }: OpenItem,
): HookloomError {
  if (reason === 'closed')
    return conflict(
      `${id} is already ${outcome ?? 'closed'}.`,
      'Record it again if it came up again.',
    );
  if (reason === 'no_evidence')
    return invalidRequest(
      'confirmed and refuted need source_events.',
      'Name the events that show it.',
    );
  const outcomes = {
    unknown: 'resolved or dismissed',
    conflict: 'resolved',
    reverify: 'confirmed, refuted or obsolete',
  }[kind];
  return invalidRequest(`The outcome of this item must be ${outcomes}.`, 'Send one of them.');
}

/**
 * The id of a new item, and the open item with the same content, if any. A closed item keeps its id, so the new one
 * gets another.
 */
export function nextId(
  items: readonly OpenItem[],
  kind: OpenItem['kind'],
  content: JsonObject | { [key: string]: unknown },
): { id: string; open: OpenItem | undefined } {
  const known = new Map(items.map((item) => [item.id, item]));
  for (let again = 0; ; again++) {
    const id = `metacognition:${kind}:${digest(again === 0 ? content : { ...content, again })}`;
    const item = known.get(id);
    if (item === undefined || item.outcome === null) return { id, open: item };
  }
}

export async function readAll(context: OperationContext, session: string, seq?: number) {
  return readMetacognition(await openedMemory(context), [session], seq);
}

export function eventOf(
  type: string,
  payload: JsonObject,
  caller: Caller,
  actor?: string,
): UnsealedEvent {
  return { type, actorId: actor ?? 'zaxy-reasoning', payload, origin: originOf(caller) };
}

export function plain(sources: readonly CitedEvent[]): JsonObject[] {
  return sources.map((source) => ({ ...source }));
}

function once(known: { seq: number; hash: string } | undefined, event: UnsealedEvent) {
  if (known !== undefined) {
    const answer = { seq: known.seq, hash: bareHash(known.hash), deduped: true };
    return { events: [], answer: () => answer };
  }
  return {
    events: [event],
    answer: ([placed]: readonly Placed[]) => ({ ...placed!, deduped: false }),
  };
}
