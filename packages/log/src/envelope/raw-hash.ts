/** Hashes a canonical line as it is: no parsing, one copy into a scratch buffer, one call into OpenSSL. */
import { hash } from 'node:crypto';
import type { RawSlice } from './raw-slice.ts';

const BEFORE = Buffer.from('{"event":');
const FIRST = Buffer.from(',"previousHash":null}');
const LINKED = Buffer.from(`,"previousHash":"sha256:${'0'.repeat(64)}"}`);
const LINKED_HEX_AT = ',"previousHash":"sha256:'.length;

export type RawHasher = (buffer: Buffer, start: number, end: number, slice: RawSlice) => string;

/** Returns the hex SHA-256 of `{"event":<line without integrity>,"previousHash":…}`. Not re-entrant. */
export function createRawHasher(): RawHasher {
  let scratch = Buffer.allocUnsafeSlow(64 * 1024);
  BEFORE.copy(scratch);
  return (buffer, start, end, { cutStart, cutEnd, previous }) => {
    const most = BEFORE.length + (end - start) + LINKED.length;
    if (most > scratch.length) {
      scratch = Buffer.allocUnsafeSlow(most * 2);
      BEFORE.copy(scratch);
    }
    let at = BEFORE.length;
    at += buffer.copy(scratch, at, start, cutStart);
    at += buffer.copy(scratch, at, cutEnd, end);
    if (previous === null) {
      at += FIRST.copy(scratch, at);
    } else {
      LINKED.copy(scratch, at);
      scratch.write(previous, at + LINKED_HEX_AT, 'latin1');
      at += LINKED.length;
    }
    return hash('sha256', scratch.subarray(0, at), 'hex');
  };
}
