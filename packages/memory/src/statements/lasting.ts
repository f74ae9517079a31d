/**
 * Whether a person's sentence has a lasting meaning, and of which kind: a linear model over its words, for sentences
 * without a clear cue. `scripts/train-lasting.mjs` trains it on the sentences in `packages/memory/training`. Integer
 * arithmetic: the same on every machine.
 */
import { inflateRawSync } from 'node:zlib';
import { BUCKETS, KINDS, WEIGHTS } from './lasting-weights.ts';
import type { StatementKind } from './statement.ts';

const WIDTH = 1 + KINDS.length;
/** Log odds of 1: in real sessions, most sentences that look less like a decision are about the current step. */
const SURE = 32;
/** With a smaller share of known words, the model cannot judge the sentence. */
const KNOWN = 0.5;

let weights: Int8Array | null = null;

/**
 * The kind of a lasting sentence; `null` for a sentence about the current step only.
 *
 * @param cue The result of the cues for the sentence: see `withoutKind`.
 * @param mayBeRule False: the most likely of the other kinds.
 * @example lastingKind('retries: 3, then page someone', 'none') // 'decision'
 */
export function lastingKind(text: string, cue: string, mayBeRule = true): StatementKind | null {
  weights ??= new Int8Array(inflateRawSync(Buffer.from(WEIGHTS, 'base64')));
  const tokens = tokensOf(text);
  let known = 0;
  for (const token of tokens) if (isKnown(weights, token)) known++;
  if (known < KNOWN * tokens.length) return null;
  const sums = new Int32Array(WIDTH);
  for (const feature of featuresOf(tokens, cue)) {
    const from = bucketOf(feature, BUCKETS) * WIDTH;
    for (let at = 0; at < WIDTH; at++) sums[at]! += weights[from + at]!;
  }
  const [score, ...kinds] = sums;
  if (!mayBeRule) kinds[KINDS.indexOf('rule')] = -Infinity;
  const kind = KINDS[kinds.indexOf(Math.max(...kinds))]!;
  return score! > (kind === 'decision' ? SURE : 0) ? kind : null;
}

function isKnown(of: Int8Array, token: string): boolean {
  const from = bucketOf(token, BUCKETS) * WIDTH;
  for (let at = 0; at < WIDTH; at++) if (of[from + at] !== 0) return true;
  return false;
}

/** FNV-1a. */
export function bucketOf(feature: string, buckets: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at++)
    hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % buckets;
}

const MAX_CHARS = 420;
const MAX_TOKENS = 40;
const TOKEN = /\p{Script=Han}|[\p{L}\p{M}\p{N}_]+(?:['’.\-/:@][\p{L}\p{N}_]+)*|[^\s]/gu;
const NUMBER = /^\d[\d.,:]*$/;
const NAME = /[/@_:]|\.\w/;
const INNER_CAPITAL = /\p{Ll}\p{Lu}/u;

/** @param cue The result of the cues for the sentence: a kind, `step`, `supposed`, or `none`. */
export function featuresOf(tokens: readonly string[], cue: string): string[] {
  const found = [
    'any',
    `cue ${cue}`,
    `length ${Math.min(8, Math.floor(1.5 * Math.log2(1 + tokens.length)))}`,
    `first ${tokens[0]}`,
    `begins ${tokens[0]} ${tokens[1]}`,
    `last ${tokens.at(-1)}`,
  ];
  for (const [at, token] of tokens.entries()) {
    found.push(token);
    if (at > 0) found.push(`${tokens[at - 1]} ${token}`);
    if (at > 1) found.push(`${tokens[at - 2]} … ${token}`);
    if (token.length > 5) found.push(`ends ${token.slice(-3)}`);
  }
  return [...new Set(found)];
}

/** Lower case; numbers and names are separate classes. */
export function tokensOf(text: string): string[] {
  const found: string[] = [];
  for (const [raw] of text.slice(0, MAX_CHARS).matchAll(TOKEN)) {
    if (found.length >= MAX_TOKENS) break;
    const token = raw.toLowerCase().replace(/['’]/g, '');
    if (NUMBER.test(token)) found.push('<number>');
    else if (/^\d/.test(token)) found.push('<amount>');
    else if (NAME.test(token) || INNER_CAPITAL.test(raw)) found.push('<name>');
    else found.push(token);
  }
  return found;
}
