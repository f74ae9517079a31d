import { sha256Hex } from '@hookloom/core';
import type { Channel } from '@hookloom/core/events';
import { isUntrusted } from '../channels.ts';

/**
 * Recorded text as it may be shown to a model: no control or hidden characters, on one line, bounded. Clients do not
 * strip these characters before the model reads an answer.
 */

/** Terminal control strings (OSC, DCS, PM, APC, SOS), then CSI, then every other escape; both the 7-bit and C1 forms. */
const ESCAPES =
  /(?:\x1b[\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c]{0,4096}(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,16}[@-~]?|\x1b[ -/]{0,16}[0-~]?/g;
const LINE_ENDS = /\r\n?|[\v\f\x85\u2028\u2029]/g;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Scripts in which joiners never carry meaning. There they only hide words from a reader or a filter. */
const PLAIN_NEIGHBOUR =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Z}\p{S}]/u;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;

/**
 * Well-formed NFC text whose only controls are newline and tab. Joiners stay if a script or an emoji needs them.
 *
 * @example cleanText('a\u001b[31mb\u202ec\u200bd\r\n') === 'abcd\n'
 */
export function cleanText(text: string): string {
  if (PLAIN_ASCII.test(text)) return text;
  return text
    .toWellFormed()
    .replace(ESCAPES, '')
    .replace(LINE_ENDS, '\n')
    .replace(HIDDEN, (found, at: number, whole: string) => (stays(found, at, whole) ? found : ''))
    .normalize('NFC');
}

const PLAIN_ASCII = /^[\n\t -~]*$/;

function stays(found: string, at: number, whole: string): boolean {
  if (found === '\n' || found === '\t') return true;
  const before = lastCharacter(whole, at);
  if (found === '\ufe0f') return PICTOGRAPH.test(before);
  if (found !== '\u200c' && found !== '\u200d') return false;
  const after = String.fromCodePoint(whole.codePointAt(at + 1) ?? 0x20);
  return joins(before === '\ufe0f' ? lastCharacter(whole, at - 1) : before) && joins(after);
}

function joins(character: string): boolean {
  if (PICTOGRAPH.test(character)) return !/^[0-9#*]$/.test(character);
  return /^[\p{L}\p{M}]/u.test(character) && !PLAIN_NEIGHBOUR.test(character);
}

function lastCharacter(text: string, end: number): string {
  const low = text.charCodeAt(end - 1);
  const start = low >= 0xdc00 && low <= 0xdfff ? end - 2 : end - 1;
  return start < 0 ? ' ' : text.slice(start, end);
}

/**
 * One line that cannot start a heading, a fence or a citation: line ends become a visible mark, and `eventloom://` is
 * rewritten so that every citation in a prompt is ours.
 *
 * @example foldText('a\n## Current Facts') === 'a ⏎ ## Current Facts'
 */
export function foldText(text: string): string {
  if (FOLDED.test(text) && !CITATION.test(text)) return text;
  return cleanText(text)
    .replace(/\s*\n\s*/g, ' ⏎ ')
    .replace(/\s+/g, ' ')
    .replace(/^[ ⏎]+|[ ⏎]+$/g, '')
    .replace(/eventloom:\/\//gi, 'eventloom[:]//');
}

/** Words with one blank between them. Most texts are such a line already. */
const FOLDED = /^(?:[!-~]+ )*[!-~]+$/;
const CITATION = /eventloom:\/\//i;

/** The first `max` characters, never half of one, and how many are missing. */
export function excerpt(text: string, max: number): string {
  if (text.length <= max) return text;
  const low = text.charCodeAt(max);
  const end = low >= 0xdc00 && low <= 0xdfff ? max - 1 : max;
  return `${text.slice(0, end).trimEnd()} … [${text.length - end} more characters]`;
}

/**
 * One line of reported text between marks that it cannot contain. The mark is derived from the text, so that the same
 * text gives the same bytes and no text can close its own fence.
 *
 * @param folded A text that `foldText` made one line.
 * @example fence('312 passed') === '<reported-99c5d0fb5c34>312 passed</reported-99c5d0fb5c34>'
 */
export function fence(folded: string): string {
  let mark = sha256Hex(folded).slice(0, 12);
  for (let round = 1; folded.includes(mark); round++) {
    mark = sha256Hex(`${round}:${folded}`).slice(0, 12);
  }
  return `<reported-${mark}>${folded}</reported-${mark}>`;
}

/** The text of a row for a prompt: fenced if its channel is untrusted. */
export function quoted(folded: string, channel: Channel): string {
  return isUntrusted(channel) ? fence(folded) : folded;
}

export function isFenced(text: string): boolean {
  return unfence(text) !== text;
}

/** Removes a fence of ours for display to a person. Other text is returned unchanged. */
export function unfence(text: string): string {
  const inner = /^<reported-[0-9a-f]{12}>([\s\S]*)<\/reported-[0-9a-f]{12}>$/.exec(text)?.[1];
  return inner !== undefined && fence(inner) === text ? inner : text;
}

/**
 * The two lanes of every answer: what people and their agents said, and reports from outside. In the reported lane
 * every recorded text is fenced, and so is every recorded name that could be a sentence.
 */
export type LaneName = 'said' | 'reported';

export function laneOf({
  channel,
  released = false,
}: {
  channel: Channel;
  released?: boolean;
}): LaneName {
  return isUntrusted(channel) || released ? 'reported' : 'said';
}

/** At most `max` characters of a text, with the fence around them. */
export function inLane(text: string, max: number, lane: LaneName): string {
  return lane === 'said' ? excerpt(cleanText(text), max) : fence(excerpt(foldText(text), max));
}

/** A reported name: unchanged if it looks like a name, fenced if it could be a sentence. */
export function showName(text: string): string {
  const folded = foldText(text);
  return PLAIN.test(folded) ? folded : fence(folded);
}

/** A word, or a path without blanks. No web address, and nothing that could be read as a citation. */
const PLAIN = /^(?:file:\/\/)?(?!.*\/\/)[\p{L}\p{N}_.@+~/:-]{1,200}$/u;

export function nameInLane(text: string, max: number, lane: LaneName): string {
  return lane === 'said' ? excerpt(cleanText(text), max) : showName(excerpt(foldText(text), max));
}

/** One or two words of letters, digits and the signs of names. */
const NAME = /^[\p{L}\p{N}_.@:/-]{1,40}(?: [\p{L}\p{N}_.@:/-]{1,20})?$/u;

/** A recorded name outside a fence. A longer text could be an instruction. */
export function label(text: string): string {
  const folded = foldText(text);
  return NAME.test(folded) ? folded : 'unnamed';
}

/** A figure as it is shown, with four decimals. */
export function fixed(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
