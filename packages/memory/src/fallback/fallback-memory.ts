/**
 * A memory whose projection is on a server. If the server is unavailable, the memory in the embedded store answers, and
 * reports it: it projects the same log, so it gives the same answers.
 */
import { isHookloomError } from '@hookloom/core';
import type { Clock } from '@hookloom/core/events';
import type { Memory, MemoryReads, ProjectionFallback } from '../memory.ts';
import type { Notes } from '../notes/notes.ts';
import type { NoteQueue } from '../notes/queue.ts';
import { ProjectionError } from '../store/postgres/projection-error.ts';

export interface FallbackOptions {
  clock: Clock;
  /** Opens the memory on the server. It is opened again after a failure. */
  remote(): Promise<Memory>;
  /** Opens the memory on this machine, when it is first needed. */
  embedded(): Promise<Memory>;
  /** Called when the memory on this machine answers. */
  onFallback?(fallback: ProjectionFallback): void;
}

/** After a failure the server is not queried for this long, milliseconds. */
export const REST_MS = 30_000;

type Call<T> = (memory: Memory) => Promise<T>;

export async function openWithFallback(options: FallbackOptions): Promise<Memory> {
  const { clock } = options;
  let remote: Promise<Memory> | null = null;
  let embedded: Promise<Memory> | null = null;
  let failure: { reason: string; atMs: number } | null = null;

  const local = (): Promise<Memory> => (embedded ??= options.embedded());

  async function failed(error: unknown): Promise<void> {
    const reason = isHookloomError(error) ? error.message : 'The projection store cannot be used.';
    failure = { reason, atMs: clock.now() };
    const broken = remote;
    remote = null;
    try {
      await (await broken)?.close();
    } catch {
      // It never opened, or its connection is gone.
    }
  }

  /** Null while the server rests or cannot be used. */
  async function reach(): Promise<Memory | null> {
    if (failure !== null && clock.now() - failure.atMs < REST_MS) return null;
    try {
      const memory = await (remote ??= options.remote());
      failure = null;
      return memory;
    } catch (error) {
      await failed(error);
      return null;
    }
  }

  async function ask<T>(call: Call<T>): Promise<T> {
    const memory = await reach();
    if (memory !== null)
      try {
        return await call(memory);
      } catch (error) {
        if (!(error instanceof ProjectionError)) throw error;
        await failed(error);
      }
    const fallback = current();
    if (fallback !== null) options.onFallback?.(fallback);
    return call(await local());
  }

  function current(): ProjectionFallback | null {
    return failure === null ? null : { backend: 'postgres', reason: failure.reason };
  }

  async function snapshot(sessions: readonly string[]): Promise<MemoryReads> {
    const taken = new Map<Memory, Promise<MemoryReads>>();
    // A memory in a thread has none: each of its reads follows the log.
    const ofMemory = (memory: Memory): Promise<MemoryReads> => {
      const known = taken.get(memory) ?? memory.snapshot?.(sessions) ?? Promise.resolve(memory);
      taken.set(memory, known);
      return known;
    };
    await ask(ofMemory);
    return {
      ...forwardedReads((call) => ask(async (memory) => call(await ofMemory(memory)))),
      ...quoting,
      fallback: current,
    };
  }

  // The shape of a memory, such as whether it has vectors, is the same in both.
  const shape = (await reach()) ?? (await local());
  const { isQuoted, vectors } = shape;
  const quoting = isQuoted !== undefined && { isQuoted };
  return {
    ...forwardedReads(ask),
    ...quoting,
    fallback: current,
    snapshot,
    sync: (...given) => ask((memory) => memory.sync(...given)),
    notes: forwarded<Notes>(shape.notes, (memory) => memory.notes, ask),
    noteQueue: forwarded<NoteQueue>(shape.noteQueue, (memory) => memory.noteQueue, ask),
    vectors: vectors && forwarded(vectors, (memory) => memory.vectors!, ask),
    reset: () => ask((memory) => memory.reset()),
    async close() {
      const opened = await Promise.allSettled([remote, embedded]);
      for (const each of opened)
        if (each.status === 'fulfilled' && each.value !== null) await each.value.close();
    },
  };
}

function forwardedReads(ask: <T>(call: (reads: MemoryReads) => Promise<T>) => Promise<T>) {
  const reads: MemoryReads = {
    search: (request) => ask((memory) => memory.search(request)),
    searchSources: (request) => ask((memory) => memory.searchSources(request)),
    facts: (request) => ask((memory) => memory.facts(request)),
    events: (request) => ask((memory) => memory.events(request)),
    edges: (request) => ask((memory) => memory.edges(request)),
    workingSet: (...given) => ask((memory) => memory.workingSet(...given)),
    recent: (...given) => ask((memory) => memory.recent(...given)),
    repeats: (...given) => ask((memory) => memory.repeats(...given)),
    names: (session) => ask((memory) => memory.names(session)),
    knowing: (session) => ask((memory) => memory.knowing(session)),
    outcomes: (...given) => ask((memory) => memory.outcomes(...given)),
    refused: () => ask(async (memory) => (await memory.refused?.()) ?? []),
    stats: (...given) => ask((memory) => memory.stats(...given)),
  };
  return reads;
}

type Methods = Record<string, (...given: never[]) => Promise<unknown>>;

/** Every method of a part, on the memory that answers now. */
function forwarded<T extends object>(
  part: T,
  of: (memory: Memory) => T,
  ask: <R>(call: Call<R>) => Promise<R>,
): T {
  const methods = Object.keys(part).map((name) => [
    name,
    (...given: never[]) => ask((memory) => (of(memory) as unknown as Methods)[name]!(...given)),
  ]);
  return Object.fromEntries(methods) as T;
}
