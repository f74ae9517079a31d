/** How the mark of a broken log differs from others. */
import type { Mark } from '../files/high-water.ts';

/** In front of the hash: a log never ends with such an event. */
export const BROKEN = 'broken:';

export function trueMark(mark: Mark | null): Mark | null {
  if (mark?.hash.startsWith(BROKEN) !== true) return mark;
  return { ...mark, hash: mark.hash.slice(BROKEN.length) };
}
