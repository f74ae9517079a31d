/**
 * Finds secrets in one pass: a table over three characters says where a keyword may begin, and only there a rule looks.
 * A rule reads a bounded piece, and goes further only through what it masks, so the time grows with the length of the text.
 */
import { assignment } from './assignment.ts';
import { authorization, bearer, cookie } from './headers.ts';
import { providersAt } from './provider-keys.ts';
import { PROVIDER_SHAPES } from './provider-shapes.ts';
import type { Keyword, Rule, Span } from './rule.ts';
import { jwt, pem, userInfo } from './structures.ts';

/** Each word after a blank. Those of the first are written so, those of the second in any case. */
const EXACT: readonly [rule: Rule, words: string][] = [
  [pem, ' -----BEGIN'],
  [jwt, ' eyJ'],
  [userInfo, ' ://'],
];
const FOLDED: readonly [rule: Rule, words: string][] = [
  [authorization, ' authorization'],
  [bearer, ' bearer basic ssws'],
  [cookie, ' cookie'],
  [assignment, ' pass pwd secret token credential creds auth key sig identified'],
];

/** How often a rule looked, for tests and benchmarks that bound the work. */
export const work = { looks: 0 };

/** By two characters (7 bits each) the third ones with which a keyword goes on: a bit for each value of the low 5 bits. */
let thirds: Int32Array | undefined;
/** The keywords of two characters, made when they are met: a hook meets few. */
const lists = new Map<number, Keyword[]>();

function prepare(): Int32Array {
  const marks = new Int32Array(1 << 14);
  const mark = (words: string, isFolded: boolean): void => {
    for (let at = words.indexOf(' '); at >= 0; at = words.indexOf(' ', at + 1)) {
      const [a, b, c] = [
        words.charCodeAt(at + 1),
        words.charCodeAt(at + 2),
        words.charCodeAt(at + 3),
      ];
      // A keyword of two characters goes on with any.
      const bits = c === 32 ? -1 : 1 << c;
      marks[(a << 7) | b]! |= bits;
      if (!isFolded) continue;
      marks[((a ^ 32) << 7) | b]! |= bits;
      marks[(a << 7) | (b ^ 32)]! |= bits;
      marks[((a ^ 32) << 7) | (b ^ 32)]! |= bits;
    }
  };
  mark(PROVIDER_SHAPES, false);
  for (const [, words] of EXACT) mark(words, false);
  for (const [, words] of FOLDED) mark(words, true);
  return (thirds = marks);
}

function keywordsAt(a: number, b: number): Keyword[] {
  const pair = (a << 7) | b;
  let list = lists.get(pair);
  if (list === undefined) {
    const start = String.fromCharCode(a, b);
    list = providersAt(start);
    const collect = (
      [rule, words]: readonly [Rule, string],
      from: string,
      folded: boolean,
    ): void => {
      for (const word of words.split(' '))
        if (word.startsWith(from)) list!.push({ word, folded, rule, at: 0 });
    };
    for (const entry of EXACT) collect(entry, start, false);
    for (const entry of FOLDED) collect(entry, start.toLowerCase(), true);
    lists.set(pair, list);
  }
  return list;
}

function standsAt(text: string, at: number, { word, folded }: Keyword): boolean {
  return folded
    ? text.slice(at, at + word.length).toLowerCase() === word
    : text.startsWith(word, at);
}

/** All secrets, in order, none overlapping. */
export function findSecrets(text: string): Span[] {
  const marks = thirds ?? prepare();
  const spans: Span[] = [];
  let from = 0;
  let a = text.charCodeAt(0);
  let b = text.charCodeAt(1);
  for (let i = 0; i < text.length - 2; i++) {
    const c = text.charCodeAt(i + 2);
    if ((a | b) < 128 && (marks[(a << 7) | b]! >>> (c & 31)) & 1) {
      const span = look(keywordsAt(a, b), text, i, from);
      if (span !== null) {
        spans.push(span);
        from = span.end;
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
