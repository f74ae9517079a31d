/** The memory in PostgreSQL, with the one on this machine as a fallback. */
import { realpathSync } from 'node:fs';
import { sha256Hex } from '@hookloom/core';
import type { Clock, EventStore } from '@hookloom/core/events';
import { readProjectFile } from '@hookloom/core/settings';
import { installationId, installationKey } from '@hookloom/log';
import {
  openMemory,
  openMemoryThread,
  openWithFallback,
  type Memory,
  type OpenMemoryOptions,
  openNeo4j,
  withGraph,
  type Neo4jAddress,
} from '@hookloom/memory';
import type { MemorySource } from '../memory-options.ts';
import type { MemoryThreadData } from './memory-thread.ts';
import { noteFallback } from '../unavailable-events.ts';
import type { TeamAddress } from './store-settings.ts';

const TIMEOUT_MS = 2000;
const ID_CHARS = 16;
/** Next to the bundle of the command line. */
const THREAD = new URL('./memory-thread.mjs', import.meta.url);

/** A log belongs to the machine that writes it, so its name contains the project, the installation and the folder. */
function logIdOf(eventloomDir: string): string {
  const key = installationKey();
  const named = [
    readProjectFile(eventloomDir)?.id ?? '',
    key === null ? '' : installationId(key),
    realpathSync(eventloomDir),
  ];
  return sha256Hex(named.join('\n')).slice(0, ID_CHARS);
}

/** Does not throw if the server cannot be used: the memory on this machine answers then. */
export function openOnPostgres(
  options: OpenMemoryOptions,
  where: { address: TeamAddress; source: MemorySource; clock: Clock },
): Promise<Memory> {
  const { address, source, clock } = where;
  const schema = `hookloom_projection_${logIdOf(source.workspace.eventloomDir)}`;
  const data: MemoryThreadData = {
    source: { ...source, env: { ...source.env } },
    projection: { ...address, schema, timeoutMs: TIMEOUT_MS },
  };
  const { onGaps } = options;
  return openWithFallback({
    clock,
    remote: () => openMemoryThread({ thread: THREAD, data, ...(onGaps && { onGaps }) }),
    embedded: () => openMemory(options),
    onFallback: noteFallback,
  });
}

// The graph in Neo4j, in addition to the memory of a workspace.

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
