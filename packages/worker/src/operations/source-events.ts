/** The events that a proposal or a record cites. They must be in the log, readable and not withheld. */
import { compareText, invalidRequest, notFound } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { lessTrusted, readDecisions } from '@hookloom/memory';
import { heldText, readTogether } from '@hookloom/memory/checkout';
import { z } from 'zod';
import { assertInScope } from '../call-scope.ts';
import { bareHash, sessionId, type OperationContext } from './context.ts';

/** `{seq, hash}` of 1 to 50 events. A hash may be shortened to its first 12 digits, as in a citation. */
export const sourceEvents = z
  .array(
    z.strictObject({
      seq: z.int().min(1),
      hash: z.string().regex(/^(?:sha256:)?[0-9a-f]{12,64}$/, 'must be 12 to 64 hex digits'),
      session_id: sessionId,
    }),
  )
  .min(1)
  .max(50);

export type ResolvedSources = Awaited<ReturnType<typeof resolveSources>>;

const MAX_NAMED = 10;

/**
 * Throws `not_found` that names the first ten sources that are not in the log or were forgotten, and `invalid_request`
 * if all are withheld.
 */
export async function resolveSources(
  context: OperationContext,
  session: string,
  given: z.output<typeof sourceEvents>,
) {
  const missing: string[] = [];
  const found = new Map<string, { session: string; event: StoredEvent }>();
  for (const { seq, hash, session_id } of given) {
    const of = assertInScope(session_id ?? session);
    const event = await context.store.at(of, seq);
    const isHere = event !== null && bareHash(event.hash).startsWith(bareHash(hash));
    if (!isHere || event.shredded !== null)
      missing.push(`${of}/${seq}${isHere ? ' (forgotten)' : ''}`);
    else found.set(`${of}/${seq}`, { session: of, event });
  }
  if (missing.length > 0)
    throw notFound(
      `${missing.length} of ${given.length} source events cannot be read: ${missing.slice(0, MAX_NAMED).join(', ')}.`,
      'Copy seq and hash from a citation of a checkout, or list events with memory_replay.',
    );
  const events = [...found.values()].toSorted(
    (a, b) => compareText(a.session, b.session) || a.event.seq - b.event.seq,
  );
  await refuseWithheld(context, events);
  return {
    /** Ordered by session and seq, without duplicates, with full hashes. */
    sources: events.map(({ session: of, event }) => ({
      seq: event.seq,
      hash: bareHash(event.hash),
      ...(of !== session && { session_id: of }),
    })),
    events,
    /** The least trusted channel of the events. */
    channel: events
      .map(({ event }) => event.origin?.channel ?? 'tool')
      .reduce((least, channel) => lessTrusted(least, channel)),
  };
}

async function refuseWithheld(context: OperationContext, events: ResolvedSources['events']) {
  const isHeld = await withheldIn(context, [...new Set(events.map(({ session }) => session))]);
  if (events.some(({ session, event }) => !isHeld(session, event))) return;
  const named = events.slice(0, MAX_NAMED).map(({ session, event }) => `${session}/${event.seq}`);
  throw invalidRequest(
    `Every source event is withheld, because its text addresses an assistant: ${named.join(', ')}.`,
    'Name other events, or let the user decide with `hookloom memory quarantine`.',
  );
}

/** Whether the text of an event is withheld from checkouts. Without a memory, releases are unknown. */
export async function withheldIn(
  context: OperationContext,
  sessions: readonly string[],
): Promise<(session: string, event: StoredEvent) => boolean> {
  const opened = await context.memory.open();
  const decisions = opened.ok ? await readDecisions(opened.memory, sessions) : new Map();
  return (session, event) => {
    const together = readTogether();
    const decided = decisions.get(`${session}/${event.seq}`);
    if (decided !== undefined) together.decisions.set(event.seq, decided);
    return heldText(session, event, together)?.state === 'withheld';
  };
}
