import type { Channel, StoredEvent } from '@hookloom/core/events';
import { isUntrusted } from '../channels.ts';
import type { OpenFact } from './rows.ts';

/**
 * Text from an untrusted channel never ends, replaces or reinforces a statement of a person or an agent. It is only
 * found as reported text.
 */
export function mayReplace(event: StoredEvent, open: OpenFact | undefined): boolean {
  return open === undefined || !isUntrusted(channelOf(event)) || isUntrusted(open.channel);
}

/** An older log has no channel: its text is treated as a tool's. */
export function channelOf(event: StoredEvent): Channel {
  return event.origin?.channel ?? 'tool';
}
