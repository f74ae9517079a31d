import { createRequestIdScanner, type RequestId, type RequestIdScanner } from './request-id.ts';

/** Largest message accepted from a client, in bytes without its newline. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** One line of the client, or the notice that it was too large. */
export type Line = { kind: 'line'; bytes: Buffer } | { kind: 'oversized'; id: RequestId | null };

export interface LineReader {
  push(chunk: Buffer): Line[];
}

const NEWLINE = 0x0a;

/** Splits a byte stream into lines. Never keeps more than `maxBytes` of one line. */
export function createLineReader(maxBytes: number = MAX_MESSAGE_BYTES): LineReader {
  let parts: Buffer[] = [];
  let size = 0;
  let oversized: RequestIdScanner | null = null;

  function take(piece: Buffer): void {
    if (oversized !== null) return oversized.push(piece);
    parts.push(piece);
    size += piece.length;
    if (size <= maxBytes) return;
    oversized = createRequestIdScanner();
    for (const part of parts) oversized.push(part);
    parts = [];
  }

  function end(): Line {
    const line: Line =
      oversized === null
        ? { kind: 'line', bytes: Buffer.concat(parts) }
        : { kind: 'oversized', id: oversized.found() };
    parts = [];
    size = 0;
    oversized = null;
    return line;
  }

  return {
    push(chunk) {
      const lines: Line[] = [];
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        take(chunk.subarray(from, at));
        lines.push(end());
        from = at + 1;
      }
      if (from < chunk.length) take(chunk.subarray(from));
      return lines;
    },
  };
}
