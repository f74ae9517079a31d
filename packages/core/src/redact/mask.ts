/** Masks the secrets of a text that may contain some; the rest stays unchanged. */
import { findSecrets } from './engine.ts';
import { UNREADABLE } from './marks.ts';
import type { Span } from './rule.ts';

/** A secret that a terminal printed may contain colour codes, also as JSON writes them. */
const COLOUR = /(?:\u001b|\\u001b|\\x1b)\[[0-9;?]{0,32}[A-Za-z]/gi;

/** A mask may change the meaning of the text beside it, so the text is searched again; once is nearly always enough. */
const MAX_ROUNDS = 8;

export function maskSecrets(text: string): { text: string; count: number } {
  let count = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const spans =
      text.length < 8 ? [] : /[\u001bBb]\[/.test(text) ? throughColours(text) : findSecrets(text);
    if (spans.length === 0) return { text, count };
    count += spans.length;
    let out = '';
    let kept = 0;
    for (const { start, end, kind } of spans) {
      out += `${text.slice(kept, start)}[REDACTED:${kind}]`;
      kept = end;
    }
    text = out + text.slice(kept);
  }
  return { text: UNREADABLE, count };
}

/** Searches the text without its colours and returns the spans of the text with them. */
function throughColours(text: string): Span[] {
  /** The original position of each remaining character. */
  const places = new Uint32Array(text.length);
  let plain = '';
  let kept = 0;
  const keep = (end: number): void => {
    for (let i = kept, to = plain.length; i < end; i++) places[to++] = i;
    plain += text.slice(kept, end);
  };
  for (const match of text.matchAll(COLOUR)) {
    keep(match.index);
    kept = match.index + match[0].length;
  }
  keep(text.length);
  return findSecrets(plain).map(({ start, end, kind }) => ({
    start: places[start]!,
    end: places[end - 1]! + 1,
    kind,
  }));
}
