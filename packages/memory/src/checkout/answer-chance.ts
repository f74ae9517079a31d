/**
 * The probability that a row answers the question, from its words, its meaning and the kind of question. Needs vectors.
 */
import type { Binding } from './binding.ts';
import type { Row } from './select.ts';

/**
 * A logistic regression over 614 questions, 169 of them without an answer: the `dev` half of `npm run bench:real`,
 * bench/coding with its near misses, and the `first` half of `npm run bench:other-words`.
 */
const START = -1.93;
const WORDS_IN_ONE_PLACE = 1.95;
const SIMILARITY = 2.24;
const ANSWERS = 0.33;
/** The mean of `answers` for a cosine, used for vectors without a learned measure. */
const ANSWERS_BY_COSINE = 10;
/** Every word of the question is in one place, and the row is similar. */
const WHOLE = 1.14;
const WHOLE_BOUND = 0.95;
const WHOLE_SIMILARITY = 0.4;
const ODDS_OF_RECORD = 1;
/** Limits the odds, because a row can contain the answer literally even if such questions rarely have one. */
const MIN_ODDS = -1;
const MAX_ODDS = 2;
const ATTRIBUTE_MISSING = -1.05;
const STRICT = -0.53;
/** The share of its chance that an incomplete row keeps. */
const INCOMPLETE = 0.5;
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
  return (1 / (1 + Math.exp(-sum))) * (isIncomplete(binding) ? INCOMPLETE : 1);
}

/** A row without the number or the topic of the question never answers it, however similar it is. */
function isIncomplete({ numberMissing, topicMissing }: Binding): boolean {
  return numberMissing || topicMissing;
}

export interface Meant {
  /** 0 to 0.95: that of the weakest part. 0.75 and more answers. */
  confidence: number;
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
    rows: new Set(likeliest.map(({ row }) => row)),
  };
}
