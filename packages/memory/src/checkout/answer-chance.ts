/**
 * The probability that a row answers the question, from its words, its meaning and the kind of question. Needs vectors.
 */
import type { Binding } from './binding.ts';

/**
 * A logistic regression over 614 questions, 169 of them without an answer: the `dev` half of `npm run bench:real`,
 * bench/coding with its near misses, and the `first` half of `npm run bench:other-words`.
 */
const START = -1.93;
const WORDS_IN_ONE_PLACE = 1.95;
const NEAREST = 2.24;
const ANSWERS = 0.33;
/** The mean of `answers` for a cosine, used for vectors without a learned measure. */
const ANSWERS_BY_COSINE = 10;
/** Every word of the question is in one place, and the row is similar. */
const WHOLE = 1.14;
const WHOLE_BOUND = 0.95;
const WHOLE_NEAREST = 0.4;
const ODDS_OF_RECORD = 1;
/** Limits the odds, because a row can contain the answer literally even if such questions rarely have one. */
const MIN_ODDS = -1;
const MAX_ODDS = 2;
const NUMBER_MISSING = -1.51;
const ATTRIBUTE_MISSING = -1.05;
const STRICT = -0.53;
/** The threshold for an answer. With it, 5 % of the near misses of invented projects are answered. */
const ANSWERS_FROM = 0.9;

export interface AskedWith {
  /** No row contains something that the question names, or the question asks who or when. */
  isStrict: boolean;
  /** As on `Embedder`. */
  oddsOfRecord: number;
}

/** 0 to 1. */
function chanceOf(binding: Binding, { isStrict, oddsOfRecord }: AskedWith): number {
  const sum =
    START +
    WORDS_IN_ONE_PLACE * binding.bound +
    NEAREST * binding.nearest +
    ANSWERS * (binding.answers ?? ANSWERS_BY_COSINE * binding.nearest) +
    (binding.bound >= WHOLE_BOUND && binding.nearest > WHOLE_NEAREST ? WHOLE : 0) +
    ODDS_OF_RECORD * Math.min(MAX_ODDS, Math.max(MIN_ODDS, oddsOfRecord)) +
    (binding.numberMissing ? NUMBER_MISSING : 0) +
    (binding.attributeMissing ? ATTRIBUTE_MISSING : 0) +
    (isStrict ? STRICT : 0);
  return 1 / (1 + Math.exp(-sum));
}

/** The confidence of the weakest part: 0.75 and more answers. Null without vectors. */
export function meantConfidence(bindings: readonly Binding[], asked: AskedWith): number | null {
  const [weakest] = bindings.toSorted((a, b) => a.bound - b.bound);
  if (weakest === undefined || weakest.nearest === 0) return null;
  const chance = chanceOf(weakest, asked);
  return chance < ANSWERS_FROM || weakest.topicMissing || weakest.numberMissing
    ? 0.74 * Math.min(1, chance / ANSWERS_FROM)
    : 0.75 + (0.2 * (chance - ANSWERS_FROM)) / (1 - ANSWERS_FROM);
}
