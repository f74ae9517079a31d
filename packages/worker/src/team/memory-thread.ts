/** The thread that maintains the memory of a workspace in PostgreSQL. It reads the log itself. */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '@hookloom/core/events';
import { openMemory, postgresProjection, serveMemory } from '@hookloom/memory';
import { memoryOptions, type MemorySource } from '../memory-options.ts';
import { openLog } from '../open-log.ts';
import type { TeamAddress } from './store-settings.ts';

export interface MemoryThreadData {
  source: MemorySource;
  projection: TeamAddress & { schema: string; timeoutMs: number };
}

const { source, projection } = workerData as MemoryThreadData;

await serveMemory(parentPort!, async (onGaps) => {
  const store = openLog(source.workspace, source.stateDir);
  const options = await memoryOptions(source, { store, clock: systemClock, onGaps });
  return openMemory({ ...options, projection: postgresProjection(projection) });
});
