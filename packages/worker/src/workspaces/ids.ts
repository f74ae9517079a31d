import { attempt, realPath } from '@hookloom/core';
import { openRegistry } from './registry.ts';

/** Ids that are unique over all logs of an installation, and short: the seq, then three digits for the workspace. */

const SLOTS = 1000;

/** @example publicId(57, 3) === 57003 */
export function publicId(seq: number, slot: number): number {
  return seq * SLOTS + slot;
}

/** Null for an impossible id. */
export function parsePublicId(id: number): { seq: number; slot: number } | null {
  const [seq, slot] = [Math.floor(id / SLOTS), id % SLOTS];
  return Number.isSafeInteger(id) && seq > 0 && slot > 0 ? { seq, slot } : null;
}

// The id digits of a workspace, for a server of that workspace alone. Registers nothing.

/**
 * Null if the registry does not have the log or cannot be read.
 *
 * @param eventloomDir Absolute path
 * @example slotOf('/home/dev/.local/state/hookloom', '/home/dev/shop/.eventloom') // → 3
 */
export function slotOf(stateDir: string, eventloomDir: string): number | null {
  return attempt(() => {
    const names = new Set([eventloomDir, realPath(eventloomDir)]);
    const { workspaces } = openRegistry(stateDir).read();
    return workspaces.find(({ dir }) => names.has(dir))?.slot ?? null;
  });
}
