/** Verifies a checkout that a caller returns with its answer. Nothing in it is trusted. */
import { CHANNELS, type Channel, type StoredEvent } from '@hookloom/core/events';
import { invalidRequest, notFound, type HookloomError, type JsonObject } from '@hookloom/core';
import type { AnswerCandidate, ReturnedCheckout, LedgerRow } from '@hookloom/memory';
import { readableSession, type OperationContext } from './context.ts';
import { resolveCitation, type ResolvedCitation } from './payload-citations.ts';
import { readCheckout } from './synthesis-checkout.ts';

/** A checkout whose citations are all in the log, and whose candidates follow from the cited events. */
export async function checkedCheckout(context: OperationContext, brought: JsonObject) {
  const checkout = readCheckout(brought);
  const session = await readableSession(context, { session_id: checkout.session_id });
  const { whyUnfounded, matchesEvent } = await import('@hookloom/memory');
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
    const said = row.exclude_reason !== null || matchesEvent(row, readableEvent(found.event));
    if (!row.fact_id.startsWith(cites) || !said)
      throw refuse(`Ledger row ${row.fact_id} does not say what its event says`, SEND_AS_IT_WAS);
  }
  return { checkout, session, events };
}

const SEND_AS_IT_WAS = 'Send the checkout as it was answered.';

/** Forgotten events support nothing. */
function readableEvent(event: StoredEvent): StoredEvent {
  if (event.shredded === null) return event;
  throw notFound(
    `Event ${event.seq} was forgotten.`,
    'Make a new checkout: rows that cite this event are no longer valid.',
  );
}

/** The candidate that the caller means, in the form that the checkout has. */
export function canonicalCandidate(
  { answer_candidates }: ReturnedCheckout,
  sent: JsonObject,
): AnswerCandidate {
  const found = answer_candidates.find((each) => agrees(sent, each, ['answer_key', 'rank']));
  if (found !== undefined) return found;
  throw refuse(
    'The candidate is not one of diagnostics.synthesis.answer_candidates',
    'Send one of them as it is.',
  );
}

export function canonicalRow({ ledger_rows }: ReturnedCheckout, sent: JsonObject): LedgerRow {
  const found = ledger_rows.find((each) => agrees(sent, each, ['fact_id']));
  if (found !== undefined) return found;
  throw refuse(
    'The row is not one of diagnostics.synthesis.ledger_rows',
    'Send one of them as it is.',
  );
}

/** True if one of its names was sent, and nothing that was sent contradicts it. */
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

/** Derived content gets the least trusted channel of its sources. */
export function leastTrusted(own: Channel, events: ReadonlyMap<string, ResolvedCitation>): Channel {
  let least = own;
  for (const { event } of events.values()) {
    const channel = event.origin?.channel ?? 'file';
    if (CHANNELS.indexOf(channel) > CHANNELS.indexOf(least)) least = channel;
  }
  return least;
}

export function refuse(what: string, remediation: string): HookloomError {
  return invalidRequest(what.endsWith('.') ? what : `${what}.`, remediation);
}
