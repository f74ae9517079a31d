/** How long an event's handlers may take, from the index. The hook waits that long for the rest of their payload. */
import { readIndex } from './handler-index.ts';

/**
 * Milliseconds: the longest timeout of the event's handlers, 0 if it has none.
 *
 * @param names Every name that the delivery has for the event. Empty: it may be any event
 * @returns Null if the index cannot be read
 */
export function handlerWaitMs(indexFile: string, names: readonly string[]): number | null {
  const waits = readIndex(indexFile)?.waits;
  if (waits === undefined) return null;
  const counted = names.length === 0 ? Object.values(waits) : names.map((name) => waits[name] ?? 0);
  return Math.max(0, ...counted.filter((wait) => typeof wait === 'number'));
}
