/** The keys that were delivered in one scope, for callers that check many of them and append nothing. */
import { constants } from 'node:fs';
import { sha256Hex } from '@hookloom/core';
import { fileOf, notesFolder, readNotes } from './deliveries.ts';
import { NOTE_BYTES } from './delivery-note.ts';
import { committedLineAt } from '../files/line-at.ts';
import { withOwned } from '../files/owned-file.ts';

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
