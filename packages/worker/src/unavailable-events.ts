/**
 * Collects events that differ from what was sealed during one answer, to name them at its start. The store and the
 * memory report them from wherever they are read, so that no entry point can omit them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isJsonObject, parseCitation, unavailable } from '@hookloom/core';
import type { EventStore, ReadOptions, UnavailableEvent } from '@hookloom/core/events';
import {
  createCitationCheck,
  mergeUnavailable,
  unavailableEntries,
  unavailableLines,
} from '@hookloom/memory/checkout';
import type { Memory, ProjectionFallback, Quoted } from '@hookloom/memory';
import { callSignal } from './call-scope.ts';
import { measured } from './telemetry/measure.ts';

/** What was noticed during one answer. */
export interface Noticed {
  unavailable: UnavailableEvent[];
  /** Another store than the configured one answers. */
  fallback: ProjectionFallback | null;
}

const answers = new AsyncLocalStorage<Noticed>();

/** Collects nothing outside an answer, as in background work. */
export function noteUnavailable(found: readonly UnavailableEvent[]): void {
  answers.getStore()?.unavailable.push(...found);
}

/** The current answer names them itself. */
export function dropUnavailable(): void {
  answers.getStore()?.unavailable.splice(0);
}

/** The current answer will say that another store than the configured one answers. */
export function noteFallback(fallback: ProjectionFallback): void {
  const answer = answers.getStore();
  if (answer !== undefined) answer.fallback = fallback;
}

/** For users: what `namedAtHead` adds to JSON. */
export function linesAtHead({ unavailable, fallback }: Noticed): string[] {
  const lines = fallback === null ? [] : [fallbackText(fallback)];
  return [...lines, ...unavailableLines(unavailable)];
}

function fallbackText({ reason }: ProjectionFallback): string {
  return `${reason} The memory on this machine answered instead.`;
}

/** Runs the work of one answer. `noticed` returns what was found so far, each event once. */
export async function inAnswer<T>(work: (noticed: () => Noticed) => Promise<T>): Promise<T> {
  const found: Noticed = { unavailable: [], fallback: null };
  return answers.run(found, () =>
    work(() => ({ ...found, unavailable: mergeUnavailable(found.unavailable) })),
  );
}

/**
 * Adds the unavailable events as the first key of an answer's JSON; a list gets an entry at the front. If another store
 * than the configured one answered, sets `diagnostics.projection_fallback`. Unchanged if there is nothing to add or the
 * answer has it already.
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

/** What a row shows, and how to compare it with its event. */
export interface Quotes<T> {
  of?: (row: T) => readonly Quoted[];
  isQuoted?: Memory['isQuoted'] | undefined;
}

/** Rows that match their event in the log exactly. Notes the others, and omits rows of forgotten events. */
export async function verifiedRows<T>(
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

function assertWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw unavailable(
    'The call was cancelled by its caller.',
    'Call again when the answer is wanted.',
  );
}

/** The log during a call. A cancelled call stops at its next access; an append that has begun is complete or absent. */
export function scopedStore<S extends EventStore>(store: S): S {
  const wanted = async <T>(call: () => Promise<T>): Promise<T> => {
    assertWanted(callSignal());
    return call();
  };
  async function* whileWanted<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    const signal = callSignal();
    for await (const item of items) {
      assertWanted(signal);
      yield item;
    }
  }
  const noting = (options: ReadOptions | undefined): ReadOptions => ({
    ...options,
    onUnavailable: (found) => {
      noteUnavailable([found]);
      options?.onUnavailable?.(found);
    },
  });
  return {
    ...store,
    append: (session, events, options) =>
      wanted(() => {
        const signal = options?.signal ?? callSignal();
        const scoped = { ...options, ...(signal !== undefined && { signal }) };
        const write = () => store.append(session, events, scoped);
        return measured('append', { events: events.length }, write);
      }),
    head: (session, since) => wanted(() => store.head(session, since)),
    at: (session, seq) => wanted(() => store.at(session, seq)),
    async check(session, seqs) {
      const checked = await wanted(() => store.check(session, seqs));
      for (const each of checked.values())
        if (each.state === 'unavailable') noteUnavailable([each.unavailable]);
      return checked;
    },
    verify: (session, options) => wanted(() => store.verify(session, options)),
    read: (session, options) => whileWanted(store.read(session, noting(options))),
    readBatches: (session, options) => whileWanted(store.readBatches(session, options)),
  };
}
