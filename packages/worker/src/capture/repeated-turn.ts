/**
 * Whether the log has a turn of a forked session from its original. Newer versions of Claude Code repeat earlier
 * records with another prompt id, so the key of the turn does not match.
 */
import { deliveredEvents } from '@hookloom/log/append';
import { isJsonObject } from '@hookloom/core';
import type { CapturedEvent } from '@hookloom/hooks';

/** The longest time between a hook and the record of the same turn. */
const NEAR_MS = 5_000;
const MAX_EVENTS = 4_096;

export interface RepeatedTurnRequest {
  eventloomDir: string;
  /** The session of the log. */
  session: string;
  /** The client's session that the fork continues. */
  origin: string;
}

export function isRepeatedTurn(
  { eventloomDir, session, origin }: RepeatedTurnRequest,
  { type, payload, at }: CapturedEvent,
): boolean {
  const atMs = Date.parse(at ?? '');
  if (type !== 'transcript.turn' || Number.isNaN(atMs)) return false;
  const of = { scope: origin, sinceMs: atMs - NEAR_MS, limit: MAX_EVENTS };
  return deliveredEvents(eventloomDir, session, of).some((known) => {
    if (known.type !== type || known.payload['role'] !== payload['role']) return false;
    if (known.payload['content'] !== payload['content']) return false;
    const [ref, other] = [refOf(payload), refOf(known.payload)];
    return other === null ? Math.abs(known.atMs - atMs) <= NEAR_MS : other === ref;
  });
}

/** The client's own id of the record; null if a hook recorded it. */
function refOf({ capture }: CapturedEvent['payload']): string | null {
  const ref = isJsonObject(capture ?? null) ? (capture as { ref?: unknown }).ref : undefined;
  return typeof ref === 'string' ? ref : null;
}
