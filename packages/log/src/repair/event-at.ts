/** Events of a broken log, read again from their position in the file. */
import { isJsonObject } from '@hookloom/core';
import type { StoredEvent, UnsealedEvent } from '@hookloom/core/events';
import { parseLine } from '../envelope/parse.ts';
import type { ByteSource } from '../read/open-log.ts';
import type { VouchedBy } from './plan-repair.ts';
import type { FoundEvent, FoundLine } from './scan-log.ts';

const ID = /^evt_[A-Za-z0-9_-]{1,128}$/;

export function bytesAt(source: ByteSource, { start, end }: FoundLine): Buffer {
  const bytes = Buffer.alloc(end - start);
  for (let done = 0; done < bytes.length;) {
    const got = source.read(bytes, done, bytes.length - done, start + done);
    if (got === 0) return bytes.subarray(0, done);
    done += got;
  }
  return bytes;
}

export function eventOf(source: ByteSource, found: FoundEvent): StoredEvent {
  const parsed = parseLine(bytesAt(source, found), found.seq ?? 1);
  if (parsed.ok) return parsed.event;
  throw new TypeError('The log changed while it was repaired.');
}

/** The event to be sealed again elsewhere: its id, time, author, origin and content stay. */
export function unsealed({
  id,
  type,
  actorId,
  payload,
  origin,
  timestamp,
  parentEventId,
  causedBy,
  security,
}: StoredEvent): UnsealedEvent {
  return {
    ...(ID.test(id) && { id }),
    type,
    actorId,
    payload,
    origin: origin ?? { channel: 'file' },
    timestamp,
    ...(parentEventId !== null && ID.test(parentEventId) && { parentEventId }),
    causedBy: causedBy.filter((cause) => ID.test(cause)),
    redactedPaths: security?.redacted_paths ?? [],
  };
}

export function vouchedIn(source: ByteSource): VouchedBy {
  return (found) => {
    const { events } = eventOf(source, found).payload;
    if (!Array.isArray(events)) return [];
    return events.flatMap((entry) => {
      if (!isJsonObject(entry)) return [];
      const { id, digest, frame } = entry;
      return typeof id === 'string' && typeof digest === 'string' && typeof frame === 'string'
        ? [{ id, digest, frame }]
        : [];
    });
  };
}
