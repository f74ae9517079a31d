/** How long the handlers of an event may take, from the index: as long is the rest of their payload worth waiting for. */
import { readIndex } from './handler-index.ts';

/**
 * Milliseconds: the longest timeout of the event's handlers, 0 where it has none.
 *
 * @param names Every name by which the delivery may mean an event. None: it may be any event.
 * @returns Null where the index cannot be read.
 */
export function handlerWaitMs(indexFile: string, names: readonly string[]): number | null {
  const waits = readIndex(indexFile)?.waits;
  if (waits === undefined) return null;
  const counted = names.length === 0 ? Object.values(waits) : names.map((name) => waits[name] ?? 0);
  return Math.max(0, ...counted.filter((wait) => typeof wait === 'number'));
}
