/** Fields of events as the queue reads them. */
import type { StoredEvent } from '@hookloom/core/events';

/** The client's own session; empty if none was sent. */
export function sessionOf(event: StoredEvent): string {
  return event.origin?.session_id ?? textOf(event, 'session_id') ?? '';
}

export function textOf({ payload }: StoredEvent, key: string): string | null {
  const value = payload[key];
  return typeof value === 'string' && value !== '' ? value : null;
}
