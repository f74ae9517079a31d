/** Whether one sentence repeats another: nearly the same words, or the same numbers, names and commands. */
import type { Features } from './features.ts';

export type Likeness =
  | { kind: 'near' }
  /** Only these numbers, names and commands are the same. The total weight of the new ones must reach `needed`. */
  | { kind: 'tokens'; shared: readonly string[]; needed: number };

/** The number of shared content words that make two sentences alike, and their share of either sentence. */
const NEAR_WORDS = 4;
const NEAR_SHARE = 0.6;
const SHORT_WORDS = 3;
const SHORT_SHARE = 0.75;
/** The required total weight of shared tokens, see `Features`. */
const TOKENS_WORTH = 2;
/** One shared token is enough if this many other words are shared, or if none can be: another script. */
const BESIDE_WORDS = 2;
const LONG_TOKEN_CHARS = 4;

/** Null if `said` does not repeat `outside`. */
export function likenessOf(said: Features, outside: Features): Likeness | null {
  const shared = count(said.words, outside.words);
  const smaller = Math.min(said.words.size, outside.words.size);
  const larger = Math.max(said.words.size, outside.words.size);
  if (shared >= NEAR_WORDS && shared >= NEAR_SHARE * smaller) return { kind: 'near' };
  if (shared >= SHORT_WORDS && shared >= SHORT_SHARE * smaller && smaller * 3 >= larger)
    return { kind: 'near' };
  if (shared === 2 && smaller === 2 && larger <= 3) return { kind: 'near' };
  return tokensLike(said, outside, shared);
}

function tokensLike(said: Features, outside: Features, sharedWords: number): Likeness | null {
  if (said.tokens.size === 0 || outside.tokens.size === 0) return null;
  const shared = [...said.tokens.keys()].filter((token) => outside.tokens.has(token));
  const worth = shared.reduce((sum, token) => sum + said.tokens.get(token)!, 0);
  if (shared.length === 0 || worth < 1) return null;
  const isEnoughAlone =
    sharedWords - shared.length >= BESIDE_WORDS ||
    (!sameScript(said, outside) && shared.some(({ length }) => length >= LONG_TOKEN_CHARS));
  if (worth < TOKENS_WORTH && !isEnoughAlone) return null;
  return { kind: 'tokens', shared, needed: isEnoughAlone ? 1 : TOKENS_WORTH };
}

/** True if most words of each sentence are in the other one. */
export function areMostlyEqual(a: Features, b: Features): boolean {
  const shared = count(a.words, b.words);
  return isMostOf(shared, a) && isMostOf(shared, b);
}

/** True if `vouching` contains everything in `said`: the same words, and every number, name and command. */
export function confirms(vouching: Features, said: Features): boolean {
  return hasTokensOf(vouching, said) && isMostOf(count(said.words, vouching.words), said);
}

export function hasTokensOf(vouching: Pick<Features, 'tokens'>, { tokens }: Features): boolean {
  for (const [token, worth] of tokens) if (worth >= 1 && !vouching.tokens.has(token)) return false;
  return true;
}

/** Whether this number of shared words is most of the sentence. */
export function isMostOf(shared: number, { words }: Features): boolean {
  return words.size > 0 && shared >= NEAR_SHARE * words.size;
}

function count(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared;
}

function sameScript(a: Features, b: Features): boolean {
  return scriptOf(a) === scriptOf(b);
}

function scriptOf({ words }: Features): string {
  for (const [name, pattern] of SCRIPTS) {
    let of = 0;
    for (const word of words) if (pattern.test(word)) of++;
    if (of * 3 >= words.size && of > 0) return name;
  }
  return 'latin';
}

const SCRIPTS: readonly [string, RegExp][] = [
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['hangul', /\p{Script=Hangul}/u],
  ['han', /\p{Script=Han}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
];
