/** A delivery whose digest is noted was appended before if the note's offset holds its event. */
import type { AppendResult } from '@hookloom/core/events';
import { isInside, NOTE_BYTES, type Key } from './delivery-note.ts';
import { committedLineAt, type Lines } from '../files/line-at.ts';

/** The newest append of this key inside its window, or null. */
export function findNoted(log: Lines, notes: Buffer, print: Buffer, key: Key): AppendResult | null {
  for (let at = notes.length - NOTE_BYTES; at >= 0; at -= NOTE_BYTES) {
    if (print.compare(notes, at, at + 8) !== 0) continue;
    if (!isInside(key, notes.readDoubleBE(at + 16))) continue;
    const line = committedLineAt(log, notes.readDoubleBE(at + 8));
    if (line === null || line.seq === null || !key.matches(line.id)) continue;
    const { seq, hash, previousHash, id } = line;
    return { seq, hash, previousHash, id, duplicate: true };
  }
  return null;
}
