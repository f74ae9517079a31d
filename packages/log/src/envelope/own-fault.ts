/** Whether one line is what was sealed. Checks its own bytes only, not its neighbours. */
import { isUtf8 } from 'node:buffer';
import type { StoredEvent } from '@hookloom/core/events';
import { createRawSlice, findSlice, type RawSlice } from './raw-slice.ts';
import { findFault, isCanonical, type Fault } from './event-hash.ts';
import { hash } from 'node:crypto';

/** One buffer is enough, because each check is one synchronous step. */
function createOwnFault() {
  const slice = createRawSlice();
  const hashRaw = createRawHasher();
  return (buffer: Buffer, start: number, end: number, event: StoredEvent): Fault | null => {
    if (
      event.shredded === null &&
      findSlice(buffer, start, end, slice) &&
      hashRaw(buffer, start, end, slice) === slice.hash
    )
      return null;
    const line = buffer.subarray(start, end);
    return event.shredded === null ? findFault(line, event) : shreddedFault(line, event);
  };
}

function shreddedFault(line: Buffer, { form, payload }: StoredEvent): Fault | null {
  const isStub =
    isUtf8(line) &&
    (form !== 'hookloom.v1' || isCanonical(line.toString('utf8'))) &&
    Object.keys(payload).length === 0;
  if (isStub) return null;
  return { reason: 'unreadable_line', detail: 'a shredded line contains more than its stub' };
}

const BEFORE = Buffer.from('{"event":');
const FIRST = Buffer.from(',"previousHash":null}');
const LINKED = Buffer.from(`,"previousHash":"sha256:${'0'.repeat(64)}"}`);
const LINKED_HEX_AT = ',"previousHash":"sha256:'.length;

export type RawHasher = (buffer: Buffer, start: number, end: number, slice: RawSlice) => string;

/**
 * Hashes a canonical line as it is: no parsing, one copy into a scratch buffer, one call into OpenSSL. Returns the hex
 * SHA-256 of `{"event":<line without integrity>,"previousHash":…}`. Not re-entrant. */
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

/**
 * The fault of a parsed line, or null. A canonical line is hashed as it is; any other is parsed and hashed again. The
 * content of a shredded line is gone, so only its form is checked.
 */
export const ownFault = createOwnFault();
