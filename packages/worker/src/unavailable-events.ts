/**
 * Events that the log does not contain as they were sealed, collected during one answer and named at its start. The
 * store and the memory report them from wherever they are read, so that no surface can omit them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isJsonObject, parseCitation } from '@hookloom/core';
import type { EventStore, UnavailableEvent } from '@hookloom/core/events';
import {
  createCitationCheck,
  mergeUnavailable,
  unavailableEntries,
  unavailableLines,
} from '@hookloom/memory/checkout';
import type { Memory, Quoted } from '@hookloom/memory';

export { unavailableLines };

const answers = new AsyncLocalStorage<UnavailableEvent[]>();

/** Outside of an answer, as in background work, nothing is collected. */
export function noteUnavailable(found: readonly UnavailableEvent[]): void {
  answers.getStore()?.push(...found);
}

/** The current answer names them itself. */
export function toldUnavailable(): void {
  answers.getStore()?.splice(0);
}

/** Runs the work of one answer; `unavailable` returns what was found so far, each event once. */
export async function inAnswer<T>(
  work: (unavailable: () => UnavailableEvent[]) => Promise<T>,
): Promise<T> {
  const found: UnavailableEvent[] = [];
  return answers.run(found, () => work(() => mergeUnavailable(found)));
}

/**
 * The JSON of an answer with the unavailable events as its first key; a list gets an entry at the front. Unchanged if
 * there are none or the answer names them itself.
 */
export function namedAtHead(answer: unknown, found: readonly UnavailableEvent[]): unknown {
  if (found.length === 0) return answer;
  const unavailable = unavailableEntries(found);
  if (Array.isArray(answer)) {
    const content = unavailableLines(found)
      .map((line) => line.slice(2))
      .join(' ');
    const rows: unknown[] = answer;
    return [{ content, unavailable, source: 'unavailable', score: 0, citation: null }, ...rows];
  }
  return isJsonObject(answer) && !Object.hasOwn(answer, 'unavailable')
    ? { unavailable, ...answer }
    : answer;
}

interface Cited {
  session: string;
  seq: number;
  hash: string;
}

/** @example citedBy('eventloom://demo-default/events/2#0464261d6ec0').seq === 2 */
export function citedBy(citation: string): Cited {
  const { session, seq, hashPrefix } = parseCitation(citation);
  return { session, seq, hash: hashPrefix };
}

/** What rows show, and the memory's own comparison of it with an event. */
export interface Quotes<T> {
  of?: (row: T) => readonly Quoted[];
  isQuoted?: Memory['isQuoted'] | undefined;
}

/** Rows whose event the log holds and that quote it as it is there; the others are noted. Rows of forgotten events are left out as well. */
export async function heldRows<T>(
  store: Pick<EventStore, 'check'>,
  rows: readonly T[],
  citedBy: (row: T) => Cited,
  quotes: Quotes<T> = {},
): Promise<T[]> {
  const check = createCitationCheck(store, quotes.isQuoted);
  const held = await Promise.all(
    rows.map(async (row) => {
      const { session, seq, hash } = citedBy(row);
      return (await check.event(session, seq, hash, quotes.of?.(row))).state === 'found';
    }),
  );
  noteUnavailable(check.unavailable());
  return rows.filter((_, at) => held[at]);
}
