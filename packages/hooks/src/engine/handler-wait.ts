/** The maximum duration of an event's handlers, from the index: how long to wait for the rest of their payload. */
import { readIndex } from './handler-index.ts';

/**
 * Milliseconds: the longest timeout of the event's handlers, 0 if it has none.
 *
 * @param names Every name by which the delivery may mean an event. None: it may be any event.
 * @returns Null if the index cannot be read.
 */
export function handlerWaitMs(indexFile: string, names: readonly string[]): number | null {
  const waits = readIndex(indexFile)?.waits;
  if (waits === undefined) return null;
  const counted = names.length === 0 ? Object.values(waits) : names.map((name) => waits[name] ?? 0);
  return Math.max(0, ...counted.filter((wait) => typeof wait === 'number'));
}
