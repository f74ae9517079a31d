/** The probability that a row answers a question, by words, meaning and the kind of question. Needs vectors. */
import type { Binding } from './binding.ts';
import type { Row } from './select.ts';

/**
 * A logistic regression over the likeliest row of each question, repeated until these rows stay the same. Fitted on 3,900
 * questions: the halves `dev` and `second` of `npm run bench:real`, sessions of seven other projects, bench/coding with its
 * near misses, `npm run bench:other-words`, and, with a weight of 0.05, the projects of `npm run bench:invented`.
 */
const START = -2.03;
const WORDS_IN_ONE_PLACE = 1.28;
const SIMILARITY = 2.05;
const ANSWERS = 0.48;
/** The mean of `answers` for a cosine, used for vectors without a learned measure. */
const ANSWERS_BY_COSINE = 10;
/** Every word of the question is in one place, and the row is similar. */
const WHOLE = 1.99;
const WHOLE_BOUND = 0.95;
const WHOLE_SIMILARITY = 0.4;
const ODDS_OF_RECORD = 0.98;
/** Limits the odds, because a row can contain the answer literally even if such questions rarely have one. */
const MIN_ODDS = -1;
const MAX_ODDS = 2;
const ATTRIBUTE_MISSING = -0.99;
const STRICT = -0.42;
/** The share of its chance that an incomplete row keeps. */
const INCOMPLETE = 0.5;
/** The threshold for an answer. 4 % of the questions of `dev` and `second` without an answer are above it. */
const ANSWERS_FROM = 0.945;
const BELOW_ANSWER = 0.944;
/** Below it, the memory does not even have something near to the question. */
const NEAR_FROM = 0.3;

export interface AskedWith {
  /** No row contains something that the question names, or the question asks who or when. */
  isStrict: boolean;
  /** As on `Embedder`. */
  oddsOfRecord: number;
}

/** 0 to 1. */
function chanceOf(binding: Binding, { isStrict, oddsOfRecord }: AskedWith): number {
  const { bound, similarity } = binding;
  const sum =
    START +
    WORDS_IN_ONE_PLACE * bound +
    SIMILARITY * similarity +
    ANSWERS * (binding.answers ?? ANSWERS_BY_COSINE * similarity) +
    (bound >= WHOLE_BOUND && similarity > WHOLE_SIMILARITY ? WHOLE : 0) +
    ODDS_OF_RECORD * Math.min(MAX_ODDS, Math.max(MIN_ODDS, oddsOfRecord)) +
    (binding.attributeMissing ? ATTRIBUTE_MISSING : 0) +
    (isStrict ? STRICT : 0);
  const chance = (1 / (1 + Math.exp(-sum))) * (isIncomplete(binding) ? INCOMPLETE : 1);
  return binding.isOneOfMany ? Math.min(chance, BELOW_ANSWER) : chance;
}

/** A row without the number or the topic of the question never answers it, however similar it is. */
function isIncomplete({ numberMissing, topicMissing }: Binding): boolean {
  return numberMissing || topicMissing;
}

export interface Meant {
  /** 0 to 0.95: that of the weakest part. 0.75 and more answers. */
  confidence: number;
  /** A row may answer, although none surely does. */
  isNear: boolean;
  /** The row of each part that most likely answers it. */
  rows: ReadonlySet<Row>;
}

/** `parts`: the bindings of each part of the question. Null without vectors. */
export function meantBy(parts: readonly (readonly Binding[])[], asked: AskedWith): Meant | null {
  if (!parts.some((bindings) => bindings.some(({ similarity }) => similarity > 0))) return null;
  const likeliest = parts.map((bindings) =>
    bindings
      .map((binding) => ({ row: binding.row, chance: chanceOf(binding, asked) }))
      .reduce((best, each) => (each.chance > best.chance ? each : best)),
  );
  const chance = Math.min(...likeliest.map((each) => each.chance));
  return {
    confidence:
      chance < ANSWERS_FROM
        ? (0.74 * chance) / ANSWERS_FROM
        : 0.75 + (0.2 * (chance - ANSWERS_FROM)) / (1 - ANSWERS_FROM),
    isNear: chance >= NEAR_FROM,
    rows: new Set(likeliest.map(({ row }) => row)),
  };
}
