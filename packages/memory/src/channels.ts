/** Which channels are trusted how far (DESIGN law 9). */
import { CHANNELS, type Channel } from '@hookloom/core';

/** Channels whose text is reported, never relied on as an instruction. */
const UNTRUSTED: ReadonlySet<Channel> = new Set<Channel>(['file', 'tool', 'mcp', 'web']);

export const UNTRUSTED_CHANNELS: readonly Channel[] = [...UNTRUSTED];

export function isUntrusted(channel: Channel): boolean {
  return UNTRUSTED.has(channel);
}

/** The least trusted of both: what is derived is trusted as its sources are. */
export function lessTrusted(a: Channel, b: Channel): Channel {
  return CHANNELS.indexOf(a) > CHANNELS.indexOf(b) ? a : b;
}
