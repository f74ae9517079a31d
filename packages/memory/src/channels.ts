/** How far each channel is trusted, and whose words a row contains. */
import type { JsonObject } from '@hookloom/core';
import { CHANNELS, type Channel } from '@hookloom/core/events';

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

/** Texts that clients and harnesses write in place of a person's words. */
const CLIENT_TEXT =
  /^\s*(?:<[a-z][\w-]*[ >]|\[Request interrupted|Caveat: The messages below|@agent\b|Base directory for this skill|This session is being continued|\[Image|API Error\b|Login expired\b|Invalid API key\b|Prompt is too long|Credit balance is too low|No response requested\.)/i;

/** A text that a client wrote in a person's place: a command, an interruption, a caveat. */
export function isClientText(text: string): boolean {
  return CLIENT_TEXT.test(text.slice(0, 200));
}

const ASKS =
  /\b(?:rules?|conventions?|polic(?:y|ies)|guidelines?|decisions?|decided?|agreed?|agreements?|preferences?|prefer(?:red)?|allowed|forbidden|chosen?|chose|regeln?|entscheidung(?:en)?|entschieden|vereinbart|erlaubt|verboten)(?![\p{L}])/iu;

/** A question about what people decided: a rule, a decision, a preference. */
export function asksWhatPeopleSaid(question: string): boolean {
  return ASKS.test(question);
}

/** A sentence about the next step. What an agent refuses to do, or keeps doing, outlasts the step. */
const NEXT_STEP = [
  /(?:let me|let['’]s|i['’]ll|i will|i['’]m going to)\b(?! (?:not|never|keep|always|only)\b)/,
  /now,? (?:i (?:need|can|have|want)\b|\w+ing\b)/,
  /next,? i\b/,
  /i['’]m (?:now |just |also )?(?:adding|checking|doing|drafting|extracting|fixing|inspecting|looking|moving|pulling|reading|replacing|reviewing|running|scanning|searching|starting|testing|updating|verifying|writing)\b/,
  // The title of a thought.
  /\*\*\w+ing\b[^*\n]{0,120}\*\*$/,
];
const OPENING =
  /^(?:\w+: )?(?:(?:perfect|excellent|great|good|now|okay|ok|alright|done|fixed)[!,.]*\s+)*/;
const PROGRESS = new RegExp(
  `${OPENING.source}(?:${NEXT_STEP.map(({ source }) => source).join('|')})`,
  'i',
);
const MAX_PROGRESS = 240;

interface Spoken {
  channel: Channel;
  actor: string;
  content: string;
  properties: JsonObject;
  eventType: string;
}

/** Whether a person said it; for a statement, its speaker counts. Outside text may name any speaker. */
export function isPerson(row: Spoken): boolean {
  if (isUntrusted(row.channel) || isOfClient(row)) return false;
  return row.channel === 'user' || (row.properties['speaker'] ?? row.actor) === 'user';
}

/** Whether somebody said it, a person or an agent: not a client, a command, a file or a page. */
export function isSaid(row: Spoken): boolean {
  const { channel, actor, properties, eventType } = row;
  if (isUntrusted(channel) || isOfClient(row)) return false;
  if (channel === 'user' || typeof properties['speaker'] === 'string') return true;
  return eventType === 'transcript.turn' && actor !== 'tool';
}

/** True for an assistant's statement that a person has not accepted yet. */
export function isProposed({
  channel,
  authority,
  properties,
}: Pick<Spoken, 'channel' | 'properties'> & { authority: string }): boolean {
  const isStatement = typeof properties['speaker'] === 'string';
  return isStatement && channel !== 'user' && !isUntrusted(channel) && authority === 'observed';
}

/** After the name at the start of a turn. */
const isOfClient = ({ content }: Spoken): boolean =>
  isClientText(content.slice(0, 200).replace(/^\w+: /, ''));

/** Events of calls, commands, edits and clients are evidence. They contain no statement, unless a hook denied a call. */
const RECORDED =
  /^(?:command|tool|file|hook|session|subagent|compaction)\.(?!(?:profile\.corrected|permission_denied)$)/;

export function isRecordType(eventType: string): boolean {
  return RECORDED.test(eventType);
}

/** An assistant's talk about its next step. */
export function isProgress(row: Spoken): boolean {
  const isStatement = typeof row.properties['speaker'] === 'string';
  if (isStatement || isPerson(row) || row.content.length > MAX_PROGRESS) return false;
  return PROGRESS.test(row.content);
}
