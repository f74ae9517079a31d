/** How far each channel is trusted, and whose words a row holds. */
import { CHANNELS, type Channel, type JsonObject } from '@hookloom/core';

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

const ASKS =
  /\b(?:rules?|conventions?|polic(?:y|ies)|guidelines?|decisions?|decided?|agreed?|agreements?|preferences?|prefer(?:red)?|allowed|forbidden|chosen?|chose|regeln?|entscheidung(?:en)?|entschieden|vereinbart|erlaubt|verboten)(?![\p{L}])/iu;

/** Talk about the next step. */
const PROGRESS =
  /^(?:\w+: )?(?:(?:perfect|excellent|great|good|now|okay|ok|alright|done|fixed)[!,.]*\s+)*(?:let me|let['’]s|i['’]ll|i will|i['’]m going to)\b/i;
const MAX_PROGRESS = 240;

/** A question for what people laid down: a rule, a decision, a preference. What a person said answers it first. */
export function asksWhatPeopleSaid(question: string): boolean {
  return ASKS.test(question);
}

/** From 1 (a person stated it) to 0 (a command, a file, a page), and below it for an assistant's talk about its next step. */
export function saidWorth({
  channel,
  actor,
  content,
  properties,
  eventType,
}: {
  channel: Channel;
  actor: string;
  content: string;
  properties: JsonObject;
  eventType: string;
}): number {
  const isStatement = typeof properties['speaker'] === 'string';
  const isPerson = channel === 'user' || (isStatement ? properties['speaker'] : actor) === 'user';
  if (isStatement) return isPerson ? 1 : 0.5;
  if (channel === 'user') return 1;
  if (!isPerson && content.length <= MAX_PROGRESS && PROGRESS.test(content)) return -1;
  return eventType === 'transcript.turn' && actor !== 'tool' ? (isPerson ? 0.75 : 0.25) : 0;
}
