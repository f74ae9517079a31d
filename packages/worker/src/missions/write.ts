/** Writes to the log of a mission. A decision is based on the newest state, or refused. */
import { byOperation, type UnsealedEvent } from '@hookloom/core/events';
import {
  conflict,
  isHookloomError,
  renderCitation,
  stringAt,
  type JsonObject,
} from '@hookloom/core';
import { redactText, stripPrivate } from '@hookloom/core/redact';
import {
  bareHash,
  originOf,
  type Caller,
  type OperationContext,
  type Recorded,
} from '../operations/context.ts';
import { assertNotForgotten } from '../operations/forgotten-gate.ts';
import { partyFields, partyOf } from './party.ts';
import type { EventRef, MissionState } from './state.ts';

/** The answer of every write. Empty fields are omitted. */
export interface Written extends Recorded {
  event_type: string;
  mission_id: string;
  [more: string]: unknown;
}

export interface Draft {
  type: string;
  payload: JsonObject;
  actor: string;
}

/** Another process may append between the read and the write. */
const ATTEMPTS = 8;

/** One event of a mission, as the caller writes it. */
export function drafted({ type, payload, actor }: Draft, caller: Caller): UnsealedEvent {
  const fields = partyFields(partyOf(caller));
  return byOperation({
    type,
    actorId: actor,
    payload: { ...payload, ...fields },
    origin: originOf(caller),
  });
}

/**
 * Reads, decides and appends in one step. The result of `decide` is appended only if the log has not changed since the
 * read; otherwise it reads and decides again. `decide` throws to refuse.
 */
export async function decideOn(
  context: OperationContext,
  log: string,
  decide: () => Promise<{ events: UnsealedEvent[]; texts?: string[] }>,
): Promise<(Written & { event_type: string })[]> {
  for (let attempt = 1; ; attempt++) {
    await context.drain();
    const head = await context.store.head(log);
    const { events, texts = [] } = await decide();
    await assertNotForgotten(context, ...texts);
    if (events.length === 0) return [];
    try {
      const results = await context.store.append(log, events, {
        durability: 'fsync',
        expectHead: head?.hash ?? null,
      });
      return results.map(({ seq, hash }, at) => ({
        event_type: events[at]!.type,
        seq,
        hash: bareHash(hash),
        citation: renderCitation(log, seq, hash),
        mission_id: stringAt(events[at]!.payload, 'mission_id') || log,
      }));
    } catch (error) {
      const raced = isHookloomError(error) && error.code === 'conflict';
      if (!raced || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Throws `conflict` if the mission has changed since the state that a decision is based on. */
export function assertHead(
  mission: string,
  expected: Pick<EventRef, 'seq' | 'hash'>,
  now: Pick<MissionState, 'head' | 'findings'>,
): void {
  const { head } = now;
  if (expected.seq === head.seq && head.hash.startsWith(expected.hash)) return;
  const since = reviewsSince(now.findings, expected.seq);
  throw conflict(
    `The decision was made on event ${expected.seq} (${expected.hash.slice(0, 12)}) of ${mission}, and the mission is at event ${head.seq} (${head.hash.slice(0, 12)}).${since} Nothing was applied.`,
    'Read the mission again with coordination_approval_packet, and decide on that.',
  );
}

const NAMED = 3;

/** Reviews by others since then, newest last. */
function reviewsSince(findings: MissionState['findings'], seq: number): string {
  const since = findings
    .flatMap(({ id, reviews }) => reviews.map((review) => ({ id, ...review })))
    .filter(({ ref }) => ref.seq > seq)
    .toSorted((a, b) => a.ref.seq - b.ref.seq);
  const said = since
    .slice(-NAMED)
    .map(
      ({ id, status, actor, ref }) =>
        `${id} is ${status} by ${JSON.stringify(actor.slice(0, 60))} (${renderCitation(ref.session_id, ref.seq, ref.hash)})`,
    );
  return said.length === 0 ? '' : ` Decided first: ${said.join('; ')}.`;
}

/** Omits undefined and empty fields. */
export function shown<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  ) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** A text of the request in the stored form, for the answer. */
export function masked(text: string): string {
  return redactText(stripPrivate(text).text).text;
}
