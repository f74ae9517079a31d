/**
 * Finds secrets in one pass: a table over pairs of characters says where a rule may begin, and only there the rule looks.
 * Every rule reads a bounded piece or goes forward once, so the time grows with the length of the text.
 */
import { assignment, authorization, bearer, cookie, jwt, pem, userInfo } from './context-rules.ts';
import { PROVIDER_SHAPES } from './provider-shapes.ts';

/** A secret at [start, end) of the text. */
export interface Span {
  start: number;
  end: number;
  kind: string;
}

/** Looks at `at`, where its keyword begins. */
export type Rule = (text: string, at: number) => Span | null;

interface Keyword {
  word: string;
  folded: boolean;
  rule: Rule;
}

/** Keywords whose spelling does not matter. */
const WORDS: readonly [rule: Rule, words: string][] = [
  [authorization, 'authorization'],
  [bearer, 'bearer basic ssws'],
  [cookie, 'cookie'],
  [
    assignment,
    'passw passphrase pwd secret token apikey api_key api-key accesskey access_key access-key accountkey privatekey private_key private-key sharedkey signingkey signing_key encryptionkey encryption_key credential auth _key -key sig= pass= pass: key= key: key"',
  ],
];
const SIGNS: readonly [rule: Rule, words: string][] = [
  [pem, '-----BEGIN'],
  [jwt, 'eyJ'],
  [userInfo, '://'],
];
const TAILS: Record<string, string> = {
  w: '[A-Za-z0-9]',
  b: '[A-Za-z0-9_-]',
  B: '[A-Za-z0-9+/_=-]',
  x: '[0-9A-Fa-f]',
  u: '[A-Z0-9]',
  l: '[a-z0-9]',
  d: '[0-9]',
  t: '[A-Za-z0-9_.-]',
  p: '[A-Za-z0-9_/@.-]',
};
const UUID = '[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}';
/** A key is not longer; what follows is masked as far as this. */
const MAX_TAIL = 2048;

/** Pairs of characters that begin a keyword, in every spelling; made when the first text is looked at. */
let isPair: Uint8Array | undefined;
/** The keywords of a pair, made when the pair is met: a hook meets few. */
const byPair = new Map<number, Keyword[]>();

/** Every blank is followed by a word; kinds and tails among them only cost a look. */
function markPairs(): Uint8Array {
  const marks = new Uint8Array(1 << 14);
  const mark = (text: string, at: number, folded: boolean): void => {
    const [a, b] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
    for (const x of folded ? bothCases(a) : [a])
      for (const y of folded ? bothCases(b) : [b]) marks[(x << 7) | y] = 1;
  };
  for (const [, words] of WORDS) for (const word of words.split(' ')) mark(word, 0, true);
  for (const [, word] of SIGNS) mark(word, 0, false);
  for (
    let at = PROVIDER_SHAPES.indexOf(' ') + 1;
    at > 0;
    at = PROVIDER_SHAPES.indexOf(' ', at) + 1
  ) {
    marks[(PROVIDER_SHAPES.charCodeAt(at) << 7) | PROVIDER_SHAPES.charCodeAt(at + 1)] = 1;
  }
  return marks;
}

function keywordsOf(pair: number): Keyword[] {
  let list = byPair.get(pair);
  if (list === undefined) byPair.set(pair, (list = collect(pair)));
  return list;
}

/** The keywords that begin with this pair, as it is spelt. */
function collect(pair: number): Keyword[] {
  const start = String.fromCharCode(pair >> 7, pair & 127);
  const list: Keyword[] = [];
  const needle = ` ${start}`;
  for (
    let at = PROVIDER_SHAPES.indexOf(needle);
    at >= 0;
    at = PROVIDER_SHAPES.indexOf(needle, at + 1)
  ) {
    const lineEnd = PROVIDER_SHAPES.indexOf('\n', at);
    const wordEnd = PROVIDER_SHAPES.indexOf(' ', at + 1);
    // The last word of a line is the tail, not a prefix.
    if (wordEnd < 0 || wordEnd > lineEnd) continue;
    const kindStart = PROVIDER_SHAPES.lastIndexOf('\n', at) + 1;
    const kind = PROVIDER_SHAPES.slice(kindStart, PROVIDER_SHAPES.indexOf(' ', kindStart));
    const tail = PROVIDER_SHAPES.slice(PROVIDER_SHAPES.lastIndexOf(' ', lineEnd) + 1, lineEnd);
    const word = PROVIDER_SHAPES.slice(at + 1, wordEnd);
    list.push({ word, folded: false, rule: shape(kind, word, tail) });
  }
  for (const [rule, word] of SIGNS)
    if (word.startsWith(start)) list.push({ word, folded: false, rule });
  const lower = start.toLowerCase();
  for (const [rule, words] of WORDS)
    for (const word of words.split(' '))
      if (word.startsWith(lower)) list.push({ word, folded: true, rule });
  return list;
}

function bothCases(code: number): number[] {
  const lower = code | 32;
  return lower >= 97 && lower <= 122 ? [lower, lower - 32] : [code];
}

/** A prefix and its tail; nothing that goes on from a word before it. */
function shape(kind: string, prefix: string, tail: string): Rule {
  let pattern: RegExp | undefined;
  const opensWord = /^\w/.test(prefix);
  return (text, at) => {
    if (opensWord && at > 0 && /[A-Za-z0-9_]/.test(text[at - 1]!)) return null;
    pattern ??= tailPattern(tail);
    pattern.lastIndex = at + prefix.length;
    const match = pattern.exec(text);
    if (match === null || !looksRandom(match[0])) return null;
    let start = opensWord ? at : at + prefix.length;
    // `NAME.atlasv1.TAIL`: what stands before belongs to it.
    if (prefix.startsWith('.')) for (start = at; start > 0 && /\w/.test(text[start - 1]!);) start--;
    return { start, end: pattern.lastIndex, kind };
  };
}

function tailPattern(tail: string): RegExp {
  if (tail === 'g') return new RegExp(UUID, 'y');
  const least = Number(/\d+/.exec(tail)![0]);
  const set = TAILS[tail[0]!]!;
  // What stands after the number may occur inside: `x32.` is hex with dots.
  const more = tail.slice(1 + String(least).length);
  const alphabet = more === '' ? set : `[${set.slice(1, -1).replace(/-$/, '')}\\${more}-]`;
  return new RegExp(`${alphabet}{${least},${MAX_TAIL}}`, 'y');
}

/** Keys are drawn at random: they have a digit, and are not one character over and over. */
function looksRandom(tail: string): boolean {
  return /\d/.test(tail) && new Set(tail.slice(0, 64)).size >= 6;
}

/** All secrets, in order, none overlapping. */
export function findSecrets(text: string): Span[] {
  const marks = (isPair ??= markPairs());
  const spans: Span[] = [];
  let last = text.charCodeAt(0);
  for (let i = 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const pair = (last << 7) | code;
    last = code;
    if (pair < 16_384 && marks[pair] === 1) {
      const end = look(keywordsOf(pair), text, i - 1, spans);
      if (end > i) {
        i = end - 1;
        last = text.charCodeAt(i);
      }
    }
  }
  return spans;
}

/** Tries the keywords that may begin at `at`. Returns where to go on. */
function look(keywords: Keyword[], text: string, at: number, spans: Span[]): number {
  for (const { word, folded, rule } of keywords) {
    const found = folded
      ? text.slice(at, at + word.length).toLowerCase() === word
      : text.startsWith(word, at);
    if (!found) continue;
    const span = rule(text, at);
    if (span === null || span.end <= span.start) continue;
    spans.push(span);
    return span.end;
  }
  return at;
}
