import { renderCitation, parseCitation } from '@hookloom/core';
import type {
  Channel,
  CheckedEvent,
  EventStore,
  StoredEvent,
  UnavailableEvent,
} from '@hookloom/core/events';
import type { Quoted } from '../extract/extracted.ts';
import { bareHex } from '../store/stored-ids.ts';
import type { RecentEvent, WorkingSetItem } from '../rows.ts';

/** The state of a cited event in the log. */
type CheckedCitation =
  /** `channel` is null if an older log does not record one. */
  | { state: 'found'; citation: string; channel: Channel | null; event: StoredEvent }
  /** Its bytes fail verification, or another event has its place. Nothing of the row may be shown. */
  | { state: 'unavailable' }
  /** The row names no event of the log. */
  | { state: 'uncited' }
  /** The content was forgotten. The row must not be shown. */
  | { state: 'forgotten' };

export interface CitationCheck {
  /** @param quoted What the answer would show of it, from the projection. */
  event(
    session: string,
    seq: number,
    hash: string,
    quoted?: readonly Quoted[],
  ): Promise<CheckedCitation>;
  /** Cited events that are unavailable, found so far, in log order. */
  unavailable(): UnavailableEvent[];
}

/** Checks citations against the log for one answer. Reads each event once, and batches the requests of one tick. */
export function createCitationCheck(
  store: Pick<EventStore, 'check'>,
  isQuoted: (event: StoredEvent, quoted: Quoted) => boolean = () => true,
): CitationCheck {
  const read = new Map<string, Promise<CheckedEvent>>();
  const found = new Map<string, UnavailableEvent>();
  let waiting: Map<string, Map<number, (checked: CheckedEvent) => void>> | null = null;

  function readEvent(session: string, seq: number): Promise<CheckedEvent> {
    if (waiting === null) {
      waiting = new Map();
      queueMicrotask(() => void readWaiting());
    }
    const seqs = waiting.get(session) ?? new Map<number, (checked: CheckedEvent) => void>();
    waiting.set(session, seqs);
    return new Promise((resolve) => seqs.set(seq, resolve));
  }

  async function readWaiting(): Promise<void> {
    const asked = [...(waiting ?? [])];
    waiting = null;
    for (const [session, seqs] of asked) {
      const checked = await store.check(session, [...seqs.keys()]).catch(() => null);
      for (const [seq, resolve] of seqs) resolve(checked?.get(seq) ?? unreadable(session, seq));
    }
  }

  return {
    async event(session, seq, hash, quoted = []) {
      const claimed = bareHex(hash);
      if (claimed.length < 12) return { state: 'uncited' };
      const key = `${session}/${seq}`;
      let reading = read.get(key);
      if (reading === undefined) {
        reading = readEvent(session, seq);
        read.set(key, reading);
      }
      const checked = await reading;
      const refused = (unavailable: UnavailableEvent): CheckedCitation => {
        found.set(key, unavailable);
        return { state: 'unavailable' };
      };
      if (checked.state === 'unavailable') return refused(checked.unavailable);
      if (checked.state === 'absent')
        return refused({ session, seq, reason: 'cut_tail', detail: 'the log ends before it' });
      const { event } = checked;
      const held = bareHex(event.hash);
      if (!held.startsWith(claimed)) {
        const detail = 'the log contains another event in its place';
        return refused({ session, seq, reason: 'replaced', detail });
      }
      if (event.shredded !== null) return { state: 'forgotten' };
      if (!quoted.every((each) => isQuoted(event, each))) {
        const detail = 'the memory quotes it with other words; delete .eventloom/projections';
        return refused({ session, seq, reason: 'misquoted', detail });
      }
      return {
        state: 'found',
        citation: renderCitation(session, seq, held),
        channel: event.origin?.channel ?? null,
        event,
      };
    },
    unavailable: () => inLogOrder([...found.values()]),
  };
}

function unreadable(session: string, seq: number): CheckedEvent {
  const detail = 'the log could not be read';
  return {
    state: 'unavailable',
    unavailable: { session, seq, reason: 'unreadable_line', detail },
  };
}

/** By session and seq. */
export function inLogOrder(events: readonly UnavailableEvent[]): UnavailableEvent[] {
  return events.toSorted(
    (a, b) => (a.session < b.session ? -1 : a.session > b.session ? 1 : 0) || a.seq - b.seq,
  );
}

export type PlacedWorkingSetItem = WorkingSetItem & {
  channel: Channel;
  /** A file that it cites has changed since. */
  stale?: boolean;
};
export type PlacedRecentEvent = RecentEvent & { channel: Channel };

/** Text of an older log without a channel is treated as reported text. */
const UNNAMED: Channel = 'file';

export async function placeItems(
  items: readonly WorkingSetItem[],
  check: CitationCheck,
): Promise<PlacedWorkingSetItem[]> {
  const placed = await Promise.all(
    items.map(async (item) => {
      const { session, seq, hashPrefix } = parseCitation(item.citation);
      const { content, entityName: name } = item;
      const quoted = [{ content, ...(name !== undefined && { name }) }];
      const event = await check.event(session, seq, hashPrefix, quoted);
      if (event.state !== 'found') return null;
      const channel = item.channel ?? event.channel ?? UNNAMED;
      return { ...item, citation: event.citation, channel };
    }),
  );
  return placed.filter((item) => item !== null);
}

export async function placeEvents(
  events: readonly RecentEvent[],
  session: string,
  check: CitationCheck,
): Promise<PlacedRecentEvent[]> {
  const placed = await Promise.all(
    events.map(async (event) => {
      const quoted = [{ content: event.summary, isStart: true }];
      const checked = await check.event(session, event.seq, event.hash, quoted);
      if (checked.state !== 'found') return null;
      return { ...event, channel: event.channel ?? checked.channel ?? UNNAMED };
    }),
  );
  return placed.filter((event) => event !== null);
}
