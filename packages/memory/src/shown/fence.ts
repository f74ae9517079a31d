import { sha256Hex } from '@hookloom/core';
import type { Channel } from '@hookloom/core/events';
import { isUntrusted } from '../channels.ts';

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
