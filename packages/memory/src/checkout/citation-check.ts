import { renderCitation, type Channel, type StoredEvent } from '@hookloom/core';
import { bareHex } from './ref-target.ts';
import type { CheckoutDeps } from './request.ts';

/** What the log says about an event that a row cites. */
export type CheckedEvent =
  /** `channel` is null where an older log does not name one. */
  | { state: 'found'; citation: string; channel: Channel | null }
  /** The log holds no such event, or another one in its place: the row stands without a citation. */
  | { state: 'unresolved' }
  /** The content was forgotten: the row must not be shown (law 12). */
  | { state: 'forgotten' };

export interface CitationCheck {
  event(session: string, seq: number, hash: string): Promise<CheckedEvent>;
}

/** Checks citations against the log, each event once (law 5). */
export function createCitationCheck(store: Pick<CheckoutDeps['store'], 'at'>): CitationCheck {
  const read = new Map<string, Promise<StoredEvent | null>>();
  return {
    async event(session, seq, hash) {
      const key = `${session}/${seq}`;
      let reading = read.get(key);
      if (reading === undefined) {
        reading = store.at(session, seq).catch(() => null);
        read.set(key, reading);
      }
      const event = await reading;
      if (event === null) return { state: 'unresolved' };
      const found = bareHex(event.hash);
      const claimed = bareHex(hash);
      if (claimed.length < 12 || !found.startsWith(claimed)) return { state: 'unresolved' };
      if (event.shredded !== null) return { state: 'forgotten' };
      return {
        state: 'found',
        citation: renderCitation(session, seq, found),
        channel: event.origin?.channel ?? null,
      };
    },
  };
}
