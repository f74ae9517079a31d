/** The event at an offset of the log, if there is one. */
import { fstatSync } from 'node:fs';
import { readRange } from './owned-file.ts';
import { MAX_LINE_BYTES, type TailLine } from './own-line.ts';
import { parseTailLine } from './tail-line.ts';

const FIRST_CHUNK_BYTES = 4096;

export interface Lines {
  fd: number;
  /** Size of the log, when its last line is an event that only lacks its newline; else null. */
  end: number | null;
}

/** The event whose line starts at `offset`, unless it belongs to a batch that was never completed. */
export function committedLineAt(log: Lines, offset: number): TailLine | null {
  const found = lineAt(log, offset);
  if (found === null || found.line.batch === null) return found?.line ?? null;
  const { first, size } = found.line.batch;
  let next = found;
  while (next.line.seq! < first + size - 1) {
    const after = lineAt(log, next.end + 1);
    if (
      after === null ||
      after.line.batch?.first !== first ||
      after.line.seq !== next.line.seq! + 1
    )
      return null;
    next = after;
  }
  return found.line;
}

/** Null unless an envelope starts exactly here. */
export function lineAt({ fd, end }: Lines, offset: number): { line: TailLine; end: number } | null {
  const { size } = fstatSync(fd);
  if (!Number.isSafeInteger(offset) || offset < 0 || offset >= size) return null;
  if (offset > 0 && readRange(fd, offset - 1, offset)[0] !== 10) return null;
  for (let bytes = FIRST_CHUNK_BYTES; bytes <= MAX_LINE_BYTES; bytes *= 8) {
    const chunk = readRange(fd, offset, Math.min(size, offset + bytes));
    const found = chunk.indexOf(10);
    const newline = found < 0 && offset + chunk.length === end ? chunk.length : found;
    if (newline >= 0) {
      const line = parseTailLine(chunk.subarray(0, newline));
      return line === null ? null : { line, end: offset + newline };
    }
    if (offset + bytes >= size) return null;
  }
  return null;
}
