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
