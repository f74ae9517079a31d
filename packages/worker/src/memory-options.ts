/** How the memory of a workspace is opened: its file, its models, and how long notes are kept. */
import type { Clock, EventStore, UnavailableEvent } from '@hookloom/core/events';
import type { Workspace } from '@hookloom/core/settings';
import { bindProjection, foreignSessions, listSessions } from '@hookloom/log';
import type { OpenMemoryOptions, EmbeddingTurn } from '@hookloom/memory';
import { defined } from '@hookloom/core';
import { configuredEmbedder, configuredReranker } from './embedders/configured-embedder.ts';
import { retentionIn } from './settings/settings.ts';
import { measuredProjection } from './telemetry/measure.ts';
import { mkdirSync } from 'node:fs';
import { createFileLock, type FileLock } from '@hookloom/log/append';

/** The part of the options that can be sent to a thread. */
export interface MemorySource {
  workspace: Workspace;
  stateDir: string;
  env?: Record<string, string | undefined>;
  embedAhead?: boolean;
}

export async function memoryOptions(
  { workspace, stateDir, env, embedAhead }: MemorySource,
  given: {
    store: EventStore;
    clock: Clock;
    onGaps: (gaps: readonly UnavailableEvent[]) => void;
  },
): Promise<OpenMemoryOptions> {
  const { store, clock, onGaps } = given;
  const embedder = env && (await configuredEmbedder(env));
  const reranker = env && (await configuredReranker(env));
  const { eventloomDir: dir } = workspace;
  // Reading must create no file while nothing is recorded.
  const isEmpty = listSessions(dir).length === 0;
  if (!isEmpty) bindProjection(dir, foreignSessions(dir));
  return {
    file: isEmpty ? ':memory:' : `${dir}/projections/memory.sqlite`,
    store: measuredProjection(store),
    clock,
    onGaps,
    retention: retentionIn(stateDir),
    ...defined({ embedder, reranker, embedAhead }),
    ...(embedder !== undefined && !isEmpty && { embeddingTurn: embeddingTurn(dir) }),
  };
}

export function embeddingTurn(eventloomDir: string): EmbeddingTurn {
  const folder = `${eventloomDir}/runtime`;
  let lock: FileLock | undefined;
  const give = (): void => {
    lock?.close();
    lock = undefined;
  };
  return {
    take() {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        lock ??= createFileLock(folder, 'embedding');
        if (lock.tryAcquire()) return true;
        give();
        return false;
      } catch {
        // If the folder accepts no lock file, no other process can hold one either.
        return true;
      }
    },
    give,
  };
}
