/** The log in memory: the same lines and invariants as on disk, for tests and experiments. One process only. */
import { assertSessionId, createIds, weakRandomHex } from '@hookloom/core';
import {
  systemClock,
  type AppendResult,
  type Clock,
  type Cursor,
  type EventStore,
  type Head,
  type Ids,
  type StoredEvent,
  type UnsealedEvent,
} from '@hookloom/core/events';
import { deliveryKey, type Key } from '../../append/deliveries.ts';
import { parseLine } from '../../envelope/parse.ts';
import { prepareEvents, sealEvent, type PreparedEvent } from '../../envelope/seal.ts';
import { createGate } from '../../gate/gate.ts';
import { entriesOfEvent } from '../../gate/gate-file.ts';
import type { GateEntry } from '../../gate/gate-entry.ts';
import { guarded } from '../../gate/guard.ts';
import { checkLine, eventUnavailable, headMoved } from './check-line.ts';
import { verifyLines } from './verify-lines.ts';

export interface MemoryStoreOptions {
  clock?: Clock;
  ids?: Ids;
  /** The lines of every session. Passed by a test that inspects or damages them. */
  logs?: Map<string, string[]>;
}

interface Seen {
  key: Key;
  result: AppendResult;
}

/** @example const store = createMemoryStore(); await store.append('demo', [event]); */
export function createMemoryStore(options: MemoryStoreOptions = {}): EventStore {
  const {
    clock = systemClock,
    ids = createIds(weakRandomHex),
    logs = new Map<string, string[]>(),
  } = options;
  const seen = new Map<string, Seen[]>();
  const forgotten: GateEntry[] = [];

  const linesOf = (session: string): string[] => logs.get(assertSessionId(session)) ?? [];
  const eventAt = (session: string, seq: number): StoredEvent | null => {
    const line = linesOf(session)[seq - 1];
    return line === undefined ? null : parsed(line, seq);
  };
  const headOf = (session: string): Head | null => {
    const event = eventAt(session, linesOf(session).length);
    return event === null ? null : { seq: event.seq, hash: event.hash };
  };

  function appendNow(session: string, events: UnsealedEvent[], expectHead?: string | null) {
    const asked = prepareEvents(events, { nowMs: clock.now(), ids });
    for (const { type, payload } of asked) forgotten.push(...entriesOfEvent({ type, payload }));
    const gate = createGate(forgotten);
    const prepared = asked.map((event) => guarded(gate, event));
    const head = headOf(session);
    if (expectHead !== undefined && expectHead !== (head?.hash ?? null)) throw headMoved(session);
    const keys = prepared.map(deliveryKey);
    const known = keys.map((key) => (key === null ? undefined : findSeen(session, key)));
    const isRepeat = (i: number) =>
      keys.findIndex(
        (key) => key !== null && key.scope === keys[i]?.scope && key.digest === keys[i]?.digest,
      ) < i && keys[i] !== null;
    const fresh = prepared.filter((_, i) => known[i] === undefined && !isRepeat(i));
    const batch = fresh.length > 1 ? { first: (head?.seq ?? 0) + 1, size: fresh.length } : null;
    return prepared.map((event, i) => {
      const earlier = known[i] ?? (keys[i] === null ? undefined : findSeen(session, keys[i]!));
      if (earlier !== undefined) return { ...earlier, duplicate: true };
      const result = appendOne(session, event, batch);
      if (keys[i] !== null) seenOf(session).push({ key: keys[i]!, result });
      return result;
    });
  }

  function appendOne(
    session: string,
    event: PreparedEvent,
    batch: { first: number; size: number } | null,
  ): AppendResult {
    const head = headOf(session);
    const place = { seq: (head?.seq ?? 0) + 1, previousHash: head?.hash ?? null };
    const { line, hash } = sealEvent(event, { ...place, threadId: session, batch });
    if (!logs.has(session)) logs.set(session, []);
    logs.get(session)!.push(line);
    return { ...place, hash, id: event.id, duplicate: false };
  }

  function seenOf(session: string): Seen[] {
    if (!seen.has(session)) seen.set(session, []);
    return seen.get(session)!;
  }

  function findSeen(session: string, key: Key): AppendResult | undefined {
    return seenOf(session).findLast(
      (entry) =>
        entry.key.scope === key.scope &&
        entry.key.digest === key.digest &&
        Math.abs(entry.key.atMs - key.atMs) <= key.windowMs,
    )?.result;
  }

  return {
    caps: { durability: ['os'], multiProcess: false },
    async append(session, events, { expectHead } = {}) {
      return appendNow(assertSessionId(session), events, expectHead);
    },
    async head(session) {
      return headOf(session);
    },
    async *read(
      session,
      {
        fromSeq = 1,
        toSeq = Number.POSITIVE_INFINITY,
        limit = Number.POSITIVE_INFINITY,
        onUnavailable,
      } = {},
    ) {
      const first = Math.max(1, fromSeq);
      for (let seq = first, left = limit; seq <= toSeq && left > 0; seq++) {
        const checked = checkLine(linesOf(session), session, seq);
        if (checked.state === 'absent') return;
        if (checked.state === 'unavailable') {
          onUnavailable?.(checked.unavailable);
          continue;
        }
        yield checked.event;
        left--;
      }
    },
    async *readBatches(session, { after, maxEvents = 1000, onUnavailable } = {}) {
      if (after !== undefined && after.seq > 0 && eventAt(session, after.seq)?.hash !== after.hash)
        throw headMoved(session);
      for (let seq = (after?.seq ?? 0) + 1; ;) {
        const events: StoredEvent[] = [];
        for (; events.length < maxEvents; seq++) {
          const checked = checkLine(linesOf(session), session, seq);
          if (checked.state === 'absent') break;
          if (checked.state === 'held') events.push(checked.event);
          else onUnavailable?.(checked.unavailable);
        }
        const last = events.at(-1);
        if (last === undefined) return;
        yield { events, cursor: { seq: last.seq, hash: last.hash, position: '' } satisfies Cursor };
      }
    },
    async at(session, seq) {
      const checked = checkLine(linesOf(session), session, seq);
      if (checked.state === 'unavailable') throw eventUnavailable(seq, checked.unavailable.detail);
      return checked.state === 'held' ? checked.event : null;
    },
    async check(session, seqs) {
      const lines = linesOf(session);
      return new Map(seqs.map((seq) => [seq, checkLine(lines, session, seq)]));
    },
    async sessions() {
      return [...logs.keys()].sort().map((session) => ({ session, head: headOf(session) }));
    },
    async verify(session, { against } = {}) {
      return verifyLines(linesOf(session), session, against);
    },
    async close() {},
  };
}

function parsed(line: string, position: number): StoredEvent {
  const result = parseLine(Buffer.from(line), position);
  if (result.ok) return result.event;
  throw eventUnavailable(position, result.detail);
}
