/** A workspace in which nothing was ever recorded, for who only looks: everything answers, nothing is put on the disk. */
import { systemClock, type Workspace } from '@hookloom/core';
import { createMemoryStore } from '@hookloom/log';
import { openMemory } from '@hookloom/memory';
import { openRuntime, type RuntimeOptions } from './compose.ts';
import type { Runtime } from './runtime.ts';

/**
 * @example
 * const runtime = await openEmptyRuntime(workspace, { clock });
 * await runtime.query({ query: 'anything' }); // → []
 */
export function openEmptyRuntime(
  workspace: Workspace,
  options: Pick<RuntimeOptions, 'caller' | 'clock' | 'env'> = {},
): Promise<Runtime> {
  const { clock = systemClock } = options;
  return openRuntime(workspace, {
    ...options,
    store: createMemoryStore({ clock }),
    openMemory: (store) => openMemory({ file: ':memory:', store, clock }),
  });
}
