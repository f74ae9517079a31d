/**
 * Handles inbox files that a power loss brought back although their events are in the log. The log is synced before the
 * file is removed, but neither the removal nor the note about it has to be durable. Such a file is older than the
 * running system, and its events are near the end of the log.
 */
import { isOlderThanBoot } from '../lock/break-lock.ts';
import { readRange } from '../files/owned-file.ts';
import { parseTailLine } from '../files/tail-line.ts';

const SEARCHED_BYTES = 16 * 1024 * 1024;

/**
 * Returns the ids of the committed events at the end of the log, or null if no file is that old. Events of an
 * unfinished batch do not count: their file is the only copy of the rest.
 */
export function drainedBefore(
  { fd, size }: { fd: number; size: number },
  paths: readonly string[],
): Set<string> | null {
  if (!paths.some(isOlderThanBoot)) return null;
  const ids = new Set<string>();
  let batch: string[] = [];
  const bytes = readRange(fd, Math.max(0, size - SEARCHED_BYTES), size);
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start);
    const bytesOfLine = bytes.subarray(start, end < 0 ? bytes.length : end);
    start += bytesOfLine.length + 1;
    const line = parseTailLine(bytesOfLine);
    if (line?.batch == null || line.seq === line.batch.first) batch = [];
    if (line === null) continue;
    batch.push(line.id);
    if (batch.length < (line.batch?.size ?? 1)) continue;
    for (const id of batch) ids.add(id);
  }
  return ids;
}
