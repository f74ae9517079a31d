/** A valid part of a broken log that becomes a separate log. */
import { createIds, sha256Hex, weakRandomHex } from '@hookloom/core';
import type { UnsealedEvent } from '@hookloom/core/events';
import { createHash } from 'node:crypto';
import { prepareEvent } from '../envelope/seal.ts';
import { readRange, type ByteSource } from '../read/byte-source.ts';
import { logPath } from '../read/open-log.ts';
import { recordedEvents } from '../read/read-events.ts';
import { openJsonlStore } from '../stores/jsonl/index.ts';
import { eventOf, unsealed } from './event-at.ts';
import type { FoundEvent } from './scan-log.ts';

export type TailLog = ReturnType<typeof describeTail>;

const MAX_NAME = 90;
const EVENTS_PER_APPEND = 200;
const ids = createIds(weakRandomHex);

/** Always the same for the same events, so that an interrupted repair can continue. */
export function tailSession(session: string, [first]: readonly FoundEvent[]): string {
  const { seq, hash } = first!;
  return `${session.slice(0, MAX_NAME)}.tail-${seq ?? 0}-${sha256Hex(hash).slice(0, 8)}`;
}

export function describeTail(session: string, tail: readonly FoundEvent[], own: boolean) {
  /** Their content was forgotten before, so only the original file names them. */
  const forgotten = tail.filter(({ shredded }) => shredded !== null).length;
  return {
    session: tailSession(session, tail),
    from_seq: tail[0]!.seq ?? 0,
    to_seq: tail.at(-1)!.seq ?? 0,
    events: tail.length - forgotten,
    forgotten,
    /** Written by this installation; else a person has to adopt it. */
    own,
  };
}

interface TailRequest {
  dir: string;
  /** Of the broken log. */
  session: string;
  source: ByteSource;
  tail: readonly FoundEvent[];
  described: TailLog;
  /** Where the original file is saved, relative to the directory. */
  original: string;
  now: () => number;
}

/** Appends the events that are not in the log yet. Returns how many events none of our logs can contain. */
export async function writeTail(request: TailRequest): Promise<number> {
  const { dir, source, tail, described, now } = request;
  const wanted = tail.filter(({ shredded }) => shredded === null);
  if (wanted.length === 0) return 0;
  const there = new Set([...recordedEvents(logPath(dir, described.session))].map(({ id }) => id));
  let refused = 0;
  const store = openJsonlStore({
    dir,
    clock: { now },
    // Without a mark and a seal the log is shown as reported until a person adopts it.
    ...(!described.own && { installation: 'any' }),
  });
  try {
    const append = (events: UnsealedEvent[]) => store.append(described.session, events);
    if (there.size === 0) await append([salvaged(request)]);
    let group: UnsealedEvent[] = [];
    for (const found of wanted) {
      const event = unsealed(eventOf(source, found));
      if (there.has(found.id)) continue;
      if (!isWritable(event, now())) refused++;
      else if (group.push(event) === EVENTS_PER_APPEND) await append(group.splice(0));
    }
    if (group.length > 0) await append(group);
    return refused;
  } finally {
    await store.close();
  }
}

function salvaged({ session, source, tail, original, described }: TailRequest): UnsealedEvent {
  const digest = createHash('sha256');
  for (const { start, end } of tail)
    for (const piece of readRange(source, start, end)) digest.update(piece);
  const { from_seq, to_seq, events, forgotten } = described;
  return {
    type: 'log.salvaged',
    actorId: 'hookloom',
    origin: { channel: 'system' },
    payload: {
      session,
      from_seq,
      to_seq,
      events,
      forgotten,
      previous_hash: tail[0]!.previousHash,
      first_hash: tail[0]!.hash,
      last_hash: tail.at(-1)!.hash,
      digest: `sha256:${digest.digest('hex')}`,
      original,
    },
  };
}

function isWritable(event: UnsealedEvent, nowMs: number): boolean {
  try {
    prepareEvent(event, { nowMs, ids });
    return true;
  } catch {
    return false;
  }
}
