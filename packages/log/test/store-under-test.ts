/** One store that the contract tests, and what they append to it. */
import type { JsonObject } from '@hookloom/core';
import type { EventStore, StoredEvent, UnsealedEvent } from '@hookloom/core/events';

export interface StoreUnderTest {
  store: EventStore;
  /** Another store over the same data, as another process would open it. Absent for drivers of one process. */
  openAnother?(): Promise<EventStore>;
  /** Rewrites the stored lines of a session behind the store's back. Absent: damage is not tested. */
  damage?(session: string, change: (lines: string[]) => string[]): Promise<void>;
  close(): Promise<void>;
}

export const S = 'demo-default';

export function event(payload: JsonObject, more: Partial<UnsealedEvent> = {}): UnsealedEvent {
  return {
    type: 'decision.made',
    actorId: 'assistant',
    payload,
    origin: { channel: 'model' },
    ...more,
  };
}

export async function readAll(store: EventStore, session: string = S): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const stored of store.read(session)) events.push(stored);
  return events;
}

/** The chain invariant: numbers without a gap, every event over the hash of the previous one. */
export function isChain(events: StoredEvent[]): boolean {
  return events.every(
    (stored, i) => stored.seq === i + 1 && stored.previousHash === (events[i - 1]?.hash ?? null),
  );
}
