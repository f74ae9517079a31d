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
import type { Memory, ProjectionFallback, Quoted } from '@hookloom/memory';

/** What was noticed during one answer. */
export interface Noticed {
  unavailable: UnavailableEvent[];
  /** Another store than the chosen one answers. */
  fallback: ProjectionFallback | null;
}

const answers = new AsyncLocalStorage<Noticed>();

/** Outside of an answer, as in background work, nothing is collected. */
export function noteUnavailable(found: readonly UnavailableEvent[]): void {
  answers.getStore()?.unavailable.push(...found);
}

/** The current answer names them itself. */
export function toldUnavailable(): void {
  answers.getStore()?.unavailable.splice(0);
}

/** Another store than the chosen one answers, which the current answer says. */
export function noteFallback(fallback: ProjectionFallback): void {
  const answer = answers.getStore();
  if (answer !== undefined) answer.fallback = fallback;
}

/** For people: what `namedAtHead` says in JSON. */
export function linesAtHead({ unavailable, fallback }: Noticed): string[] {
  const lines = fallback === null ? [] : [fallbackText(fallback)];
  return [...lines, ...unavailableLines(unavailable)];
}

function fallbackText({ reason }: ProjectionFallback): string {
  return `${reason} The memory on this machine answered instead.`;
}

/** Runs the work of one answer; `noticed` returns what was found so far, each event once. */
export async function inAnswer<T>(work: (noticed: () => Noticed) => Promise<T>): Promise<T> {
  const found: Noticed = { unavailable: [], fallback: null };
  return answers.run(found, () =>
    work(() => ({ ...found, unavailable: mergeUnavailable(found.unavailable) })),
  );
}

/**
 * The JSON of an answer with the unavailable events as its first key; a list gets an entry at the front. If another store
 * than the chosen one answered, `diagnostics.projection_fallback` says so. Unchanged if there is nothing to say or the
 * answer says it itself.
 */
export function namedAtHead(answer: unknown, { unavailable, fallback }: Noticed): unknown {
  return withUnavailable(fallback === null ? answer : withFallback(answer, fallback), unavailable);
}

function withFallback(answer: unknown, fallback: ProjectionFallback): unknown {
  const diagnostics = { projection_fallback: { ...fallback } };
  if (Array.isArray(answer)) {
    const rows: unknown[] = answer;
    const content = fallbackText(fallback);
    return [{ content, diagnostics, source: 'unavailable', score: 0, citation: null }, ...rows];
  }
  if (!isJsonObject(answer)) return answer;
  const own = isJsonObject(answer['diagnostics']) ? answer['diagnostics'] : {};
  return { ...answer, diagnostics: { ...diagnostics, ...own } };
}

function withUnavailable(answer: unknown, found: readonly UnavailableEvent[]): unknown {
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

/** Rows that quote their event in the log exactly; the others are noted. Omits rows of forgotten events. */
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
