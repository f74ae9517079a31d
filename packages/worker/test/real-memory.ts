/** A workspace in memory with a real projection beside it. */
import type { EventStore } from '@hookloom/core/events';
import { createMemoryStore } from '@hookloom/log';
import { openMemory } from '@hookloom/memory';
import { openRuntime } from '../src/compose.ts';
import type { Runtime } from '../src/runtime.ts';
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
