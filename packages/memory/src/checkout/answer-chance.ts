/** How likely it is that a row answers, from its words, its meaning, and what is asked for. Needs vectors. */
import type { Binding } from './binding.ts';
import type { SlotPlan } from './slot-plan.ts';

/**
 * A logistic regression over 649 questions, 236 of them without an answer: the `dev` half of `npm run bench:real`,
 * bench/coding with its near misses, and the `first` half of `npm run bench:other-words`.
 */
const START = -0.86;
const WORDS_IN_ONE_PLACE = 1.31;
const HEAVIEST_MISSING = -0.68;
const NEAREST = 2.97;
const NUMBER_MISSING = -1.37;
const ATTRIBUTE_MISSING = -1.61;
const STRICT = -0.42;
/** Who speaks of a matter mostly gives the reason, and seldom a number, a person or a day. */
const REASON = 0.61;
const NAME = 0.45;
const NUMBER = -1.25;
const PERSON = -1.1;
const TIME = -0.51;
/** From here on it answers: chosen where the `dev` half had as few wrong answers as before. */
const ANSWERS_FROM = 0.64;

/** 0 to 1. `isStrict`: something that the question names is in no row, or it asks who or when. */
function chanceOf(binding: Binding, slots: SlotPlan, isStrict: boolean): number {
  const asksFor = (kind: SlotPlan['required_kinds'][number]): boolean =>
    slots.required_kinds.includes(kind);
  const sum =
    START +
    WORDS_IN_ONE_PLACE * binding.bound +
    HEAVIEST_MISSING * binding.heaviestMissing +
    NEAREST * binding.nearest +
    (binding.numberMissing ? NUMBER_MISSING : 0) +
    (binding.attributeMissing ? ATTRIBUTE_MISSING : 0) +
    (isStrict ? STRICT : 0) +
    (asksFor('rationale') ? REASON : 0) +
    (asksFor('code_name') || asksFor('version') ? NAME : 0) +
    (slots.required_slots.includes('numeric') ? NUMBER : 0) +
    (asksFor('person') ? PERSON : 0) +
    (slots.required_slots.includes('temporal') ? TIME : 0);
  return 1 / (1 + Math.exp(-sum));
}

/** The confidence of the weakest part: 0.75 and more answers. Null without vectors. */
export function meantConfidence(
  bindings: readonly Binding[],
  slots: SlotPlan,
  isStrict: boolean,
): number | null {
  const [weakest] = bindings.toSorted((a, b) => a.bound - b.bound);
  if (weakest === undefined || weakest.nearest === 0) return null;
  const chance = chanceOf(weakest, slots, isStrict);
  return chance < ANSWERS_FROM
    ? (0.74 * chance) / ANSWERS_FROM
    : 0.75 + (0.2 * (chance - ANSWERS_FROM)) / (1 - ANSWERS_FROM);
}
