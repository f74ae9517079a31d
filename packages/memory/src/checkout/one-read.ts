import type { CheckedEvent } from '@hookloom/core/events';
import type { CheckoutDeps, CheckoutRequest } from './request.ts';
import type { MemoryReads } from '../memory.ts';

/** For one question: all its parts read the memory in its current state, without following the logs again. */
export async function atOneHead(
  deps: CheckoutDeps,
  { session, sessions = [] }: Pick<CheckoutRequest, 'session' | 'sessions'>,
): Promise<CheckoutDeps> {
  const { memory } = deps;
  if (memory.snapshot === undefined) return deps;
  // If the memory cannot follow the logs, each lane reports it.
  const reads = await memory.snapshot([...new Set([session, ...sessions])]).catch(() => memory);
  return { ...deps, memory: reads };
}

/** For several checkouts at one head, which usually cite the same events: checks each event once. */
export function checkedOnce(store: CheckoutDeps['store']): CheckoutDeps['store'] {
  const known = new Map<string, CheckedEvent>();
  return {
    ...store,
    async check(session, seqs) {
      const keyOf = (seq: number): string => `${session}/${seq}`;
      const missing = seqs.filter((seq) => !known.has(keyOf(seq)));
      if (missing.length > 0)
        for (const [seq, checked] of await store.check(session, missing))
          known.set(keyOf(seq), checked);
      return new Map(seqs.map((seq) => [seq, known.get(keyOf(seq))!]));
    },
  };
}

/** For several reads at one head: caches what was read. */
export function readOnce(memory: MemoryReads): MemoryReads {
  const known = new Map<string, Promise<unknown>>();
  function once<G extends unknown[], T>(
    name: string,
    read: (...given: G) => Promise<T>,
  ): (...given: G) => Promise<T> {
    return (...given) => {
      const key = `${name} ${JSON.stringify(given)}`;
      const found = (known.get(key) as Promise<T> | undefined) ?? read(...given);
      known.set(key, found);
      return found;
    };
  }
  return {
    ...memory,
    search: once('search', memory.search),
    facts: once('facts', memory.facts),
    workingSet: once('workingSet', memory.workingSet),
    recent: once('recent', memory.recent),
    outcomes: once('outcomes', memory.outcomes),
    stats: once('stats', memory.stats),
  };
}
