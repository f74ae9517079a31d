import type { MemoryReads } from '../memory.ts';

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
