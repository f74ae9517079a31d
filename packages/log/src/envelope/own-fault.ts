/** Whether one line is what was sealed. Checks its own bytes only, not its neighbours. */
import { isUtf8 } from 'node:buffer';
import type { StoredEvent } from '@hookloom/core/events';
import { createRawSlice, findSlice, type RawSlice } from './raw-slice.ts';
import { findFault, isCanonical, type Fault } from './event-hash.ts';
import { hash } from 'node:crypto';

/**
 * The fault of a parsed line, or null. A canonical line is hashed as it is; any other is parsed and hashed again. The
 * content of a shredded line is gone, so only its form is checked.
 */
export function ownFault(buffer: Buffer, start: number, end: number, event: StoredEvent) {
  if (event.shredded === null && isSealed(buffer, start, end)) return null;
  const line = buffer.subarray(start, end);
  return event.shredded === null ? findFault(line, event) : shreddedFault(line, event);
}

const slice = createRawSlice();

/** True if a canonical line has the bytes that were sealed. False proves nothing: it may be shredded, or of an older form. */
export function isSealed(buffer: Buffer, start: number, end: number): boolean {
  return findSlice(buffer, start, end, slice) && hashRaw(buffer, start, end, slice) === slice.hash;
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

/** Bytes to hash. One buffer is enough, because each check is one synchronous step. */
let scratch = Buffer.allocUnsafeSlow(64 * 1024);
BEFORE.copy(scratch);

/**
 * Hashes a canonical line as it is: no parsing, one copy into a scratch buffer, one call into OpenSSL. Returns the hex
 * SHA-256 of `{"event":<line without integrity>,"previousHash":…}`. */
export function hashRaw(buffer: Buffer, start: number, end: number, slice: RawSlice): string {
  const { cutStart, cutEnd, previous } = slice;
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
}
