/** Masks the secrets of a text; everything else stays as it is. */
import { findSecrets, type Span } from './engine.ts';

/** Colour codes may stand inside a secret that a terminal printed. */
const ESCAPES = /\u001b\[[0-9;?]{0,32}[A-Za-z]/g;

/**
 * @example redactText('export GH=ghp_… now').text === 'export GH=[REDACTED:github] now'
 */
export function redactText(text: string): { text: string; count: number } {
  if (text.length < 8) return { text, count: 0 };
  const spans = text.includes('\u001b[') ? throughColours(text) : findSecrets(text);
  if (spans.length === 0) return { text, count: 0 };
  let out = '';
  let kept = 0;
  for (const { start, end, kind } of spans) {
    out += `${text.slice(kept, start)}[REDACTED:${kind}]`;
    kept = end;
  }
  return { text: out + text.slice(kept), count: spans.length };
}

/** Looks at the text without its colours and gives the spans of the text with them. */
function throughColours(text: string): Span[] {
  /** Where each kept piece begins, in the plain text and in the whole. */
  const pieces: { plain: number; whole: number }[] = [{ plain: 0, whole: 0 }];
  let plain = '';
  let kept = 0;
  for (const match of text.matchAll(ESCAPES)) {
    plain += text.slice(kept, match.index);
    kept = match.index + match[0].length;
    pieces.push({ plain: plain.length, whole: kept });
  }
  plain += text.slice(kept);
  const back = (offset: number, atEnd: boolean): number => {
    let low = 0;
    let high = pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (atEnd ? pieces[middle]!.plain < offset : pieces[middle]!.plain <= offset) low = middle;
      else high = middle - 1;
    }
    return pieces[low]!.whole + offset - pieces[low]!.plain;
  };
  return findSecrets(plain).map(({ start, end, kind }) => ({
    start: back(start, false),
    end: back(end, true),
    kind,
  }));
}
