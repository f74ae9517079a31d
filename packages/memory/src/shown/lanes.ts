/**
 * The two lanes of every answer: what people and their agents said, and reports from outside. In the reported lane
 * every recorded text is fenced, and so is every recorded name that could be a sentence.
 */
import { cleanText, excerpt, foldText, fence } from './clean-text.ts';
import { isUntrusted } from '../channels.ts';
import type { Channel } from '@hookloom/core/events';

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
