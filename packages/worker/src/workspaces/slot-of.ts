/** The id digits of a workspace, for a server of that workspace alone. Registers nothing. */
import { openRegistry } from './registry.ts';
import { realPath } from '@hookloom/core';

/**
 * Null if the registry does not have the log or cannot be read.
 *
 * @param eventloomDir Absolute path
 * @example slotOf('/home/dev/.local/state/hookloom', '/home/dev/shop/.eventloom') // → 3
 */
export function slotOf(stateDir: string, eventloomDir: string): number | null {
  try {
    const names = new Set([eventloomDir, realPath(eventloomDir)]);
    const { workspaces } = openRegistry(stateDir).read();
    return workspaces.find(({ dir }) => names.has(dir))?.slot ?? null;
  } catch {
    return null;
  }
}
