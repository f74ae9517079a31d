/**
 * Replaces another program's part with ours: one splice that knows what it replaced, so that the same bytes come back
 * when ours go. Pure.
 */
import type { Splice } from './json-splice.ts';
import type { Addition, PartRequest } from './part-request.ts';
import { withdraw } from './without-part.ts';

/** @param text The file with what differs, and without what our own record put there. */
export function exchanged(text: string, request: PartRequest): Addition {
  // Only the recorded part differed; and a block between our marks, or a whole file, identifies itself.
  const isKnown = request.block !== undefined || request.isWhole === true;
  if (isKnown || text.trim() === '' || request.holds(text) === 'nothing') return request.add(text);
  const inPlace = request.exchange?.(text);
  if (inPlace !== undefined && inPlace !== null) return inPlace;
  const { after } = request.add(withdraw(request.path, text, request));
  return { after, splices: [{ ...spliceBetween(text, after), ...request.remember?.(text) }] };
}

/**
 * One splice from one text to the other, in whole lines: a few letters would be found again in the wrong place.
 *
 * @example spliceBetween('a\nb\nc\n', 'a\nx\nc\n') // → { offset: 2, text: 'x\n', removed: 'b\n' }
 */
export function spliceBetween(before: string, after: string): Splice {
  const [old, now] = [before.split(/(?<=\n)/), after.split(/(?<=\n)/)];
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  return {
    offset: old.slice(0, head).join('').length,
    text: now.slice(head, now.length - tail).join(''),
    removed: old.slice(head, old.length - tail).join(''),
  };
}
