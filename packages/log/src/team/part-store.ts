/**
 * Teammates' logs as read-only sessions, like the files that a team shares in its repository. What a person said there
 * has the channel `model` and the teammate's name. What an agent said is reported text with the channel `file`: it may
 * repeat a page or an output that stayed on the other machine. None of them has the channel `user`.
 */
import { existsSync } from 'node:fs';
import { conflict, sha256Hex } from '@hookloom/core';
import type {
  CheckedEvent,
  Cursor,
  Head,
  ReadBatchOptions,
  StoredEvent,
} from '@hookloom/core/events';
import { parseLine } from '../envelope/parse.ts';
import type { Gate } from '../gate/gate.ts';
import { gateMark } from '../gate/gate-file.ts';
import { openGate } from '../gate/guard.ts';
import { readsOf } from '../share/shared-store.ts';
import type { SharedStore } from '../share/with-shared.ts';
import { ownFault } from '../envelope/own-fault.ts';
import {
  chainOf,
  countOf,
  followPart,
  listParts,
  partPath,
  readPlaces,
  stampOfPart,
  type PartIndex,
} from './part-file.ts';

export interface PartStoreOptions {
  /** Contains the texts that were forgotten here, which are not read from other logs. */
  eventloomDir: string;
  /** Where the parts are; null if this project is in no team. */
  folder(): string | null;
}

const BATCH = 500;
/** The channels that events of other machines get here. All others become reported text. */
const TRUSTED: ReadonlySet<string> = new Set(['user', 'system']);

export function openPartStore({ eventloomDir, folder: where }: PartStoreOptions): SharedStore {
  /** Caches the last list of parts. Each answer asks for all their heads. */
  let listed: string | null = null;
  let digested = { mark: '', digest: sha256Hex('').slice(0, 16) };

  function open(session: string): PartIndex | null {
    const folder = where();
    if (folder === null) return null;
    return followPart(partPath(folder, session));
  }

  /** Identifies what a reader saw up to a place. Other bytes, a rewrite or another forgetting here change it. */
  function markAt(index: PartIndex, seq: number): string {
    const line = seq === countOf(index) ? index.last : readPlaces(index, seq, seq)[0]!;
    const hash = chainOf(line)?.hash ?? '';
    const mark = sha256Hex(`${index.rewritten}\n${gateMark(eventloomDir)}\n${seq}\n${hash}`);
    return `sha256:${mark}`;
  }

  function positionAt(stamp: string | null): string {
    const mark = gateMark(eventloomDir);
    if (mark !== digested.mark) digested = { mark, digest: sha256Hex(mark).slice(0, 16) };
    return `${stamp} ${digested.digest}`;
  }

  function head(session: string, since?: Cursor): Head | null {
    if (since !== undefined) {
      listed ??= where();
      const stamp = listed === null ? null : stampOfPart(partPath(listed, session));
      if (stamp !== null && since.position === positionAt(stamp)) return since;
    }
    const index = open(session);
    const seq = index === null ? 0 : countOf(index);
    return seq < 1 ? null : { seq, hash: markAt(index!, seq) };
  }

  async function* readBatches(session: string, options: ReadBatchOptions = {}) {
    const { after, maxEvents = BATCH, onUnavailable } = options;
    const index = open(session);
    if (index === null && after === undefined) return;
    const count = index === null ? 0 : countOf(index);
    if (
      index === null ||
      (after !== undefined && (after.seq > count || markAt(index, after.seq) !== after.hash))
    )
      throw conflict('A part of the team was rewritten.', 'It will be read again.');
    const step = Math.min(BATCH, maxEvents);
    for (let from = (after?.seq ?? 0) + 1; from <= count; from += step) {
      const to = Math.min(count, from + step - 1);
      const events: StoredEvent[] = [];
      for (const checked of judge(index, session, from, to))
        if (checked.state === 'held') events.push(checked.event);
        else if (checked.state === 'unavailable') onUnavailable?.(checked.unavailable);
      const position = to === count ? positionAt(index.stamp) : '';
      yield { events, cursor: { seq: to, hash: markAt(index, to), position } };
    }
  }

  function* judge(
    index: PartIndex,
    session: string,
    from: number,
    to: number,
  ): Generator<CheckedEvent> {
    const gate = existsSync(eventloomDir) ? openGate(eventloomDir) : null;
    const first = Math.max(1, from - 1);
    const lines = readPlaces(index, first, to);
    let before = from === 1 ? null : (chainOf(lines[0]!)?.hash ?? '');
    for (let seq = from; seq <= to; seq++) {
      const line = lines[seq - first]!;
      yield judgeLine({ line, seq, before, session, name: index.of.writer, gate });
      before = chainOf(line)?.hash ?? '';
    }
  }

  async function check(session: string, seqs: readonly number[]) {
    const index = open(session);
    const count = index === null ? 0 : countOf(index);
    return new Map(
      seqs.map((seq): [number, CheckedEvent] => {
        if (index === null || !(seq >= 1 && seq <= count)) return [seq, { state: 'absent' }];
        return [seq, [...judge(index, session, seq, seq)][0]!];
      }),
    );
  }

  return {
    shared() {
      listed = where();
      return listed === null ? [] : listParts(listed);
    },
    check,
    readBatches,
    head: async (session, since) => head(session, since),
    ...readsOf({ check, readBatches }, 'Event', 'Run `hookloom sync` to fetch it again.'),
  };
}

interface PlaceToJudge {
  line: Buffer;
  seq: number;
  /** Hash of the place before; empty where that cannot be read. */
  before: string | null;
  session: string;
  name: string;
  gate: Gate | null;
}

function judgeLine({ line, seq, before, session, name, gate }: PlaceToJudge): CheckedEvent {
  const refused = (
    reason: 'unreadable_line' | 'hash_mismatch' | 'previous_hash_mismatch',
    detail: string,
  ): CheckedEvent => ({
    state: 'unavailable',
    unavailable: { session, seq, reason, detail },
  });
  if (chainOf(line)?.isKept === true) return { state: 'absent' };
  const found = parseLine(line, seq);
  if (!found.ok) return refused('unreadable_line', found.detail);
  const { event } = found;
  const fault = ownFault(line, 0, line.length, event);
  if (fault !== null)
    return refused(
      fault.reason === 'hash_mismatch' ? 'hash_mismatch' : 'unreadable_line',
      fault.detail,
    );
  if (event.seq !== seq || (before !== '' && event.previousHash !== before))
    return refused('previous_hash_mismatch', 'it does not follow the event before it');
  const isForgotten = gate !== null && event.shredded === null && gate.mask(event).paths.length > 0;
  const channel = TRUSTED.has(event.origin?.channel ?? '') ? 'model' : 'file';
  return {
    state: 'held',
    event: {
      ...event,
      threadId: session,
      actorId: name,
      origin: { ...event.origin, channel },
      ...(isForgotten && { payload: {}, shredded: { by: 'local', digest: '' } }),
    },
  };
}
