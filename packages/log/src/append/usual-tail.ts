/** Where the usual log ends: with a whole line of ours that nothing follows. Anything else is left to `recover/`. */
import { ownLine, parseObject } from './own-line.ts';
import { readRange } from './owned-file.ts';

/** Nearly every event is shorter. */
const LAST_BYTES = 16_384;

export interface UsualTail {
  seq: number;
  hash: string;
}

/** Null when the last bytes are not a whole event of our own that ends its batch. */
export function usualTail(fd: number, size: number): UsualTail | null {
  const from = Math.max(0, size - LAST_BYTES);
  const bytes = readRange(fd, from, size);
  const end = bytes.length - 1;
  if (bytes[end] !== 10) return null;
  const start = end === 0 ? 0 : bytes.lastIndexOf(10, end - 1) + 1;
  if (start === 0 && from > 0) return null;
  const event = parseObject(bytes.subarray(start, end));
  const line = event === null ? null : ownLine(event);
  if (line === null) return null;
  const { seq, hash, batch } = line;
  return batch !== null && seq! < batch.first + batch.size - 1 ? null : { seq: seq!, hash };
}
