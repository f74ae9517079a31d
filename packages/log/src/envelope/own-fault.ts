/** Whether one line is what was sealed. Checks its own bytes only, not its neighbours. */
import { isUtf8 } from 'node:buffer';
import type { StoredEvent } from '@hookloom/core/events';
import { createRawSlice, findSlice } from './raw-slice.ts';
import { findFault, isCanonical, type Fault } from './event-hash.ts';
import { createRawHasher } from './raw-hash.ts';

/**
 * The fault of a parsed line, or null. A canonical line is hashed as it is; any other is parsed and hashed again. The
 * content of a shredded line is gone, so only its form is checked.
 */
export const ownFault = createOwnFault();

/** One is enough: each check is one synchronous step, so the buffer can be reused. */
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
