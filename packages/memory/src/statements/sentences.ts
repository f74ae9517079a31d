/** Sentences of the prose lines of a turn, with their position. */
import type { Line } from './blocks.ts';

export interface Said {
  text: string;
  line: Line;
  /** Ends with a question mark. A tag such as "right?" after an assertion is removed and is not a question. */
  isQuestion: boolean;
  /** In the first or the last line of the turn. */
  isFirst: boolean;
  isLast: boolean;
}

/** A run of marks is read once, from its first mark, so a line of dots stays cheap. */
const END = /(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s|$)|[。！？｡]+["'”’」』）]*|;\s/gu;
const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|etc|vs|approx|incl|resp|z\.\s?B|d\.\s?h|usw|bzw|ca|Nr|No|т\.\s?е|т\.\s?д)\.|\.\.\.)$/iu;
/** "We chose X; we rejected Y" is one choice. */
const REJECTS =
  /^[^;.!?\n]{0,60}\b(?:rejected|ruled out|turned down|decided against|dropped|discarded|not chosen|verworfen|abgelehnt|entschieden (?:uns )?gegen|gegen .{1,40} entschieden)(?![\p{L}])/iu;
const MONTH =
  /^\s+(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)/;
/** The number of an item in the middle of a line: "two tasks: 1. Define the scope. 2. Plan the work". */
const ITEM_NUMBER = /(?:^\s*\(?\d{1,2}|[:;,]\s\(?1)\.$/;
const MAX_SENTENCES = 200;
const MAX_CHARS = 420;
/** Asks for confirmation and asserts what precedes it. */
const TAG_QUESTION =
  /[,.…]\s*(?:yeah|yes|right|no|ok|okay|correct|agreed|is that right|isn't it|don't you think|nicht wahr|oder|richtig|ja|gell|non|n'est-ce pas|d'accord|verdad|no es así|да|верно|так|правильно|ведь так)\s*\?+$/iu;
const QUESTION = /(?:[?？]["'”’)»」*]*|[吗嗎呢か][。.]?)$/;

/** A question that was typed without its mark. */
const ASKS =
  /^(?:(?:so|and|but|ok|also|hm+),? )*(?:do you (?:know|remember|think|see)|any idea|how (?:do|does|can|could|should|would|come)|why (?:is|does|do|did|are|was|were|can)|what (?:does|do|did)|where (?:is|are|do|does|did)|is (?:there|it|this|that)|are (?:there|these|those)|does (?:it|this|that))\b[^:,]*$/i;

export function sentencesOf(lines: readonly Line[]): Said[] {
  const found: Said[] = [];
  for (const [at, line] of lines.entries()) {
    for (const text of split(line.text)) {
      if (found.length >= MAX_SENTENCES) return found;
      if (text.length > MAX_CHARS || !/[\p{L}]/u.test(text)) continue;
      const plain = text.endsWith('?') ? text.replace(TAG_QUESTION, '.') : text;
      const isQuestion = QUESTION.test(plain) || ASKS.test(plain);
      found.push({
        text: plain,
        line,
        isQuestion,
        isFirst: at === 0,
        isLast: at >= lines.length - 2,
      });
    }
  }
  return found;
}

function split(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const end of text.matchAll(END)) {
    const stop = end.index + end[0].length;
    if (end[0].startsWith(';') && REJECTS.test(text.slice(stop, stop + 120))) continue;
    if (ABBREVIATION.test(text.slice(Math.max(from, stop - 8), stop).trimEnd())) continue;
    if (ITEM_NUMBER.test(text.slice(from, stop))) continue;
    if (
      MONTH.test(text.slice(stop, stop + 12)) &&
      /\d\.$/.test(end[0] === '.' ? text.slice(0, stop) : '')
    )
      continue;
    if (/["'”’»)\]…]$|\.\.\.$/.test(end[0]) && /^\s+\p{Ll}/u.test(text.slice(stop, stop + 4)))
      continue;
    parts.push(text.slice(from, stop).trim());
    from = stop;
  }
  parts.push(text.slice(from).trim());
  return parts.filter((part) => part !== '').map((part) => part.replace(/;$/, ''));
}
