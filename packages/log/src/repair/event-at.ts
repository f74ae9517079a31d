/** Events of a broken log, read again from their position in the file. */
import { createHash } from 'node:crypto';
import { isJsonObject } from '@hookloom/core';
import type { StoredEvent, UnsealedEvent } from '@hookloom/core/events';
import { parseLine } from '../envelope/parse.ts';
import { type ByteSource, readRange } from '../read/byte-source.ts';
import type { VouchedBy } from './plan-repair.ts';
import type { FoundEvent, FoundLine, BrokenLine } from './scan-log.ts';
import { ensureOwnedDirectory } from '../files/owned-file.ts';
import { syncDirectory, writeFile } from '../files/sync-names.ts';

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

// `repair/<session>.<digest>/`: the broken file as it was, and a list of its broken lines.

export type SetAside = ReturnType<typeof placeAside>;

export function placeAside(session: string, source: ByteSource) {
  const hash = createHash('sha256');
  for (const piece of readRange(source, 0, source.sizeBytes)) hash.update(piece);
  const digest = hash.digest('hex');
  /** Relative to the directory of the logs. */
  const folder = `repair/${session}.${digest.slice(0, 8)}`;
  return {
    folder,
    file: `${folder}/original.jsonl`,
    bytes: source.sizeBytes,
    digest: `sha256:${digest}`,
  };
}

/** Durable on return. */
export function setAside(
  dir: string,
  { folder, file }: SetAside,
  source: ByteSource,
  broken: readonly BrokenLine[],
): void {
  for (const path of [`${dir}/repair`, `${dir}/${folder}`]) ensureOwnedDirectory(path);
  writeFile(`${dir}/${file}`, readRange(source, 0, source.sizeBytes));
  const lines = broken.map(({ line, start, kind, detail, end }) => {
    const text = bytesAt(source, { line, start, end }).toString('utf8');
    return Buffer.from(`${JSON.stringify({ line, offset: start, kind, detail, text })}\n`);
  });
  writeFile(`${dir}/${folder}/broken-lines.jsonl`, lines);
  for (const path of [`${dir}/${folder}`, `${dir}/repair`, dir]) syncDirectory(path);
}
