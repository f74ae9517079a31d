/**
 * What a power loss brought back: an inbox file whose events are in the log. The log is synced before the file is
 * removed, but neither the removal nor the note about it has to last. Such a file is older than the running system, and
 * its events are near the end of the log.
 */
import { isOlderThanBoot } from '../lock/dead-holder.ts';
import { readRange } from '../append/owned-file.ts';
import { parseObject } from '../append/own-line.ts';

const SEARCHED_BYTES = 16 * 1024 * 1024;

/** @returns The ids among those at the end of the log, or null where no file is that old. */
export function drainedBefore(
  { fd, size }: { fd: number; size: number },
  paths: readonly string[],
): Set<string> | null {
  if (!paths.some(isOlderThanBoot)) return null;
  const ids = new Set<string>();
  const bytes = readRange(fd, Math.max(0, size - SEARCHED_BYTES), size);
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end);
    const id = parseObject(line)?.['id'];
    if (typeof id === 'string') ids.add(id);
    start += line.length + 1;
  }
  return ids;
}
