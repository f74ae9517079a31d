/** How far each channel is trusted. */
import { CHANNELS, type Channel } from '@hookloom/core';

/** Channels whose text is only reported and never followed as an instruction. */
const UNTRUSTED: ReadonlySet<Channel> = new Set<Channel>(['file', 'tool', 'mcp', 'web']);

export const UNTRUSTED_CHANNELS: readonly Channel[] = [...UNTRUSTED];

export function isUntrusted(channel: Channel): boolean {
  return UNTRUSTED.has(channel);
}

/** The less trusted of the two. Derived content is trusted only as far as its sources. */
export function lessTrusted(a: Channel, b: Channel): Channel {
  return CHANNELS.indexOf(a) > CHANNELS.indexOf(b) ? a : b;
}

/** What clients and harnesses write into the place of a person's words. */
const CLIENT_TEXT =
  /^\s*(?:<[a-z][\w-]*[ >]|\[Request interrupted|Caveat: The messages below|@agent\b|Base directory for this skill|This session is being continued|\[Image)/i;

/** What a client wrote in a person's place: a command, an interruption, a caveat. */
export function isClientText(text: string): boolean {
  return CLIENT_TEXT.test(text.slice(0, 200));
}
