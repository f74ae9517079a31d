/** Who called, as far as the write path knows. A worker must not review its own report. */
import type { JsonObject } from '@hookloom/core';
import type { Origin, StoredEvent } from '@hookloom/core/events';
import type { Caller } from '../operations/context.ts';

export interface Party {
  isPerson: boolean;
  client: string | null;
  /** The client's own session. */
  session: string | null;
  /** The server process that the client is connected to. */
  connection: string | null;
}

export function partyOf({ channel, client, clientSession, connection }: Caller): Party {
  return {
    isPerson: channel === 'user',
    client: client ?? null,
    session: clientSession ?? null,
    connection: connection ?? null,
  };
}

/** From a recorded event, whose origin the write path has set. */
export function writtenBy({ origin, payload }: Pick<StoredEvent, 'origin' | 'payload'>): Party {
  const of: Partial<Origin> = origin ?? {};
  const { connection } = payload;
  return {
    isPerson: payload['by_person'] === true,
    client: of.client ?? null,
    session: of.session_id ?? null,
    connection: typeof connection === 'string' ? connection : null,
  };
}

/** The fields of a payload that `writtenBy` reads back. */
export function partyFields({ isPerson, connection }: Party): JsonObject {
  return { ...(isPerson && { by_person: true }), ...(connection !== null && { connection }) };
}

/**
 * Whether both are the same agent. Two agents of one client count as the same unless a session or a connection
 * distinguishes them.
 */
export function isSameParty(a: Party, b: Party): boolean {
  if (a.isPerson || b.isPerson) return a.isPerson && b.isPerson;
  if (a.client !== b.client) return false;
  if (a.session !== null && b.session !== null) return a.session === b.session;
  if (a.connection !== null && b.connection !== null) return a.connection === b.connection;
  return true;
}
