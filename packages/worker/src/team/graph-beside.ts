/** The graph in Neo4j, in addition to the memory of a workspace. */
import type { Clock, EventStore } from '@hookloom/core/events';
import { openNeo4j, withGraph, type Memory, type Neo4jAddress } from '@hookloom/memory';
import type { MemorySource } from '../memory-options.ts';
import { noteFallback } from '../unavailable-events.ts';
import { logIdOf } from './projection-store.ts';

export function withNeo4j(
  memory: Memory,
  where: { address: Neo4jAddress; source: MemorySource; store: EventStore; clock: Clock },
): Memory {
  const { address, source, store, clock } = where;
  const { graph } = memory;
  if (graph === undefined) return memory;
  return withGraph(
    { ...memory, graph },
    {
      clock,
      log: logIdOf(source.workspace.eventloomDir),
      sessions: async () => (await store.sessions()).map(({ session }) => session),
      open: () => openNeo4j(address),
      onFallback: noteFallback,
    },
  );
}
