/**
 * Whether a person's sentence has a lasting meaning, and of which kind: a linear model over its words, for sentences
 * without a clear cue. `scripts/train-lasting.mjs` trains it on the sentences in `packages/memory/training`. Integer
 * arithmetic: the same on every machine.
 */
import { inflateRawSync } from 'node:zlib';
import { featuresOf, tokensOf } from './lasting-features.ts';
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
