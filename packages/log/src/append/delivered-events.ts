/** What was delivered in one scope since a time, found by its notes: the log itself is not read. */
import { constants } from 'node:fs';
import { isJsonObject, type JsonObject, sha256Hex } from '@hookloom/core';
import { fileOf, notesFolder, readNotes } from './deliveries.ts';
import { NOTE_BYTES } from './delivery-note.ts';
import { readRange, withOwned } from '../files/owned-file.ts';
import { parseObject } from '../files/own-line.ts';
import { committedLineAt } from '../files/line-at.ts';

export interface DeliveredEvent {
  id: string;
  type: string;
  /** When it was delivered, epoch milliseconds. */
  atMs: number;
  /** With its reserved keys. */
  payload: JsonObject;
}

const LINE_BYTES = [4_096, 65_536];

/**
 * The first `limit` events of a client's session that were delivered at or after `sinceMs`. Lines longer than 64 KiB
 * are skipped. Reads without a lock: an append in progress may be missing.
 */
export function deliveredEvents(
  dir: string,
  session: string,
  { scope, sinceMs, limit }: { scope: string; sinceMs: number; limit: number },
): DeliveredEvent[] {
  const notes = readNotes(`${notesFolder(dir, session)}/${fileOf(scope)}`);
  const found: DeliveredEvent[] = [];
  if (notes.length === 0) return found;
  withOwned(`${dir}/${session}.jsonl`, constants.O_RDONLY, ({ fd, stats }) => {
    for (let at = 0; at < notes.length && found.length < limit; at += NOTE_BYTES) {
      const atMs = notes.readDoubleBE(at + 16);
      const event = atMs < sinceMs ? null : eventAt(fd, notes.readDoubleBE(at + 8), stats.size);
      if (event === null) continue;
      const { id, type, payload } = event;
      if (typeof id === 'string' && typeof type === 'string' && isJsonObject(payload))
        found.push({ id, type, atMs, payload });
    }
  });
  return found;
}

function eventAt(fd: number, offset: number, size: number): JsonObject | null {
  if (!Number.isSafeInteger(offset) || offset < 0 || offset >= size) return null;
  for (const length of LINE_BYTES) {
    const bytes = readRange(fd, offset, Math.min(size, offset + length));
    const feed = bytes.indexOf(10);
    if (feed >= 0) return parseObject(bytes.subarray(0, feed));
  }
  return null;
}

// The keys that were delivered in one scope, for callers that check many of them and append nothing.

const PRINT_BYTES = 8;

/**
 * Reports for a key whether its event is in the log at the time of this call. A note whose line was never written
 * does not count. Reads without a lock.
 *
 * @example deliveredKeys(dir, 'shop-default', 'session-1')('prompt-1:…') // → true
 */
export function deliveredKeys(
  dir: string,
  session: string,
  scope: string,
): (key: string) => boolean {
  const notes = readNotes(`${notesFolder(dir, session)}/${fileOf(scope)}`);
  const offsets = new Map<string, number[]>();
  for (let at = 0; at < notes.length; at += NOTE_BYTES) {
    const print = notes.toString('latin1', at, at + PRINT_BYTES);
    const offset = notes.readDoubleBE(at + PRINT_BYTES);
    offsets.set(print, [...(offsets.get(print) ?? []), offset]);
  }
  return (key) => {
    const digest = sha256Hex(`${scope}\0${key}`);
    const print = Buffer.from(digest.slice(0, 2 * PRINT_BYTES), 'hex').toString('latin1');
    const found = offsets.get(print);
    if (found === undefined) return false;
    return withOwned(`${dir}/${session}.jsonl`, constants.O_RDONLY, ({ fd }) => {
      const tail = digest.slice(0, 20);
      return found.some((offset) => {
        const line = committedLineAt({ fd, end: null }, offset);
        return line !== null && line.seq !== null && line.id.endsWith(tail);
      });
    });
  };
}
