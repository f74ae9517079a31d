/** Creates the rows of a memory from events without a store, by extracting each event. */
import { byOperation, type Channel, type StoredEvent } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { extract } from '../extract/index.ts';
import type { FactRow } from '../rows.ts';

/** The number of random histories for a property test; the nightly run sets the full number. */
export const HISTORIES = Number(process.env['NIGHTLY_HISTORIES'] ?? '300');
/** Enough for the full number on a busy machine. */
export const HISTORIES_MS = 30_000 + HISTORIES * 60;

export function eventOf(
  seq: number,
  type: string,
  payload: JsonObject,
  channel: Channel = 'model',
): StoredEvent {
  const { origin } = byOperation({ type, origin: { channel } });
  return {
    seq,
    id: `evt_${seq}`,
    type,
    actorId: 'someone',
    threadId: 'demo-default',
    timestamp: new Date(Date.UTC(2026, 10, 21) + seq * 1000).toISOString(),
    payload,
    parentEventId: null,
    causedBy: [],
    hash: `sha256:${String(seq).padStart(64, '0')}`,
    previousHash: null,
    form: 'hookloom.v1',
    security: null,
    origin,
    shredded: null,
  };
}

export function rowsOf(event: StoredEvent): FactRow[] {
  return (extract(event).facts ?? []).map((fact) => ({
    session: event.threadId,
    seq: event.seq,
    hash: event.hash,
    eventId: event.id,
    eventType: event.type,
    entityName: fact.name,
    entityType: fact.type,
    content: fact.content,
    properties: fact.properties,
    validFrom: event.timestamp,
    validTo: null,
    actor: event.actorId,
    channel: event.origin?.channel ?? 'tool',
    authority: fact.authority,
    importance: 0.5,
    reinforcementCount: 0,
    supersededBy: null,
  }));
}
