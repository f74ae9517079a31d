/** A workspace in memory with a real projection beside it. */
import type { EventStore } from '@hookloom/core';
import { createMemoryStore } from '@hookloom/log/stores/memory/index';
import { openMemory } from '@hookloom/memory';
import { openRuntime, type Runtime } from '../src/index.ts';
import { clock, workspace } from './fixture.ts';

export async function realRuntime(): Promise<{ runtime: Runtime; store: EventStore }> {
  const store = createMemoryStore({ clock });
  const runtime = await openRuntime(workspace, {
    store,
    clock,
    openMemory: (log) => openMemory({ file: ':memory:', store: log }),
  });
  return { runtime, store };
}
