/**
 * Masks the secrets of a text that may contain some; the rest stays unchanged. Finds them in one pass: a table of three
 * characters says where a keyword may begin, and rules run only there. A rule reads a bounded piece, and continues only
 * through what it masks, so the time is linear in the length of the text.
 */
import { assignment } from './assignment.ts';
import { command } from './commands.ts';
import { authorization, bearer, cookie } from './headers.ts';
import { otherScripts } from './other-scripts.ts';
import { providersAt } from './provider-keys.ts';
import {
  EXACT_WORDS,
  FOLDED_WORDS,
  keywordMarks,
  mayCommand,
  mayNameSecret,
  UNREADABLE,
} from './suspicion.ts';
import type { Keyword, Rule, Span } from './rule.ts';
import { encodedUserInfo, jwt, pem, userInfo } from './structures.ts';
import { isTestLine } from './words.ts';

/** In the order of their words in `EXACT_WORDS` and `FOLDED_WORDS`. */
const EXACT: readonly Rule[] = [
  pem,
  jwt,
  userInfo,
  // Its file is loaded only if a program is started with such an option.
  (text, at, from) =>
    mayCommand(text, at) && !isTestLine(text, at) ? command(text, at, from) : null,
];
const FOLDED: readonly Rule[] = [
  authorization,
  bearer,
  cookie,
  encodedUserInfo,
  assignment,
  // The name follows the sign that begins a parameter of a URL.
  (text, at, from, keyword) => assignment(text, at + 1, from, keyword),
];

/** The number of rule runs, for tests and benchmarks that limit the work. */
export const work = { looks: 0 };

/** The keywords of two characters, built on demand, because a hook seldom needs them. */
const lists = new Map<number, Keyword[]>();

const OTHER_SCRIPTS: Keyword[] = [{ word: '', folded: false, rule: otherScripts, at: 0 }];

function keywordsAt(a: number, b: number): Keyword[] {
  const pair = (a << 7) | b;
  let list = lists.get(pair);
  if (list === undefined) {
    const start = String.fromCharCode(a, b);
    list = providersAt(start);
    const collect = (rule: Rule, words: string, from: string, folded: boolean): void => {
      for (const word of words.split(' '))
        if (word.startsWith(from)) list!.push({ word, folded, rule, at: 0 });
    };
    for (const [at, rule] of EXACT.entries()) collect(rule, EXACT_WORDS[at]!, start, false);
    for (const [at, rule] of FOLDED.entries())
      collect(rule, FOLDED_WORDS[at]!, start.toLowerCase(), true);
    lists.set(pair, list);
  }
  return list;
}

function standsAt(text: string, at: number, { word, folded }: Keyword): boolean {
  if (word === '') return true;
  const last = word.length - 1;
  // Most keywords fail here, without copying.
  if (((text.charCodeAt(at + last) ^ word.charCodeAt(last)) & ~32) !== 0) return false;
  return folded
    ? text.slice(at, at + word.length).toLowerCase() === word
    : text.startsWith(word, at);
}

/** All secrets, in order, none overlapping. */
function findSecrets(text: string): Span[] {
  const marks = keywordMarks();
  const spans: Span[] = [];
  let from = 0;
  let a = text.charCodeAt(0);
  let b = text.charCodeAt(1);
  for (let i = 0; i < text.length - 2; i++) {
    const c = text.charCodeAt(i + 2);
    const isAscii = (a | b) < 128;
    if (isAscii ? (marks[(a << 7) | b]! >>> (c & 31)) & 1 : mayNameSecret(a)) {
      const span = look(isAscii ? keywordsAt(a, b) : OTHER_SCRIPTS, text, i, from);
      if (span !== null) {
        spans.push(span, ...(span.also ?? []));
        from = spans.at(-1)!.end;
        a = text.charCodeAt(from);
        b = text.charCodeAt(from + 1);
        i = from - 1;
        continue;
      }
    }
    a = b;
    b = c;
  }
  return spans;
}

/** Tries the keywords that may begin at `at`. */
function look(keywords: Keyword[], text: string, at: number, from: number): Span | null {
  for (const keyword of keywords) {
    if (!standsAt(text, at, keyword)) continue;
    work.looks++;
    const span = keyword.rule(text, at, from, keyword);
    if (span !== null && span.end > span.start && span.start >= from) return span;
  }
  return null;
}

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
