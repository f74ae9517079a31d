/**
 * Feeling of knowing: a cheap guess whether a checkout would find something, from the names of current entities alone.
 * It is not an answer and has no evidence or authority.
 */
import { fixed } from '../shown/clean-text.ts';
import type { ActiveName, KnownNames } from '../rows.ts';
import { termsOf } from '../salience/name-words.ts';
import { salienceScore } from '../salience/salience.ts';

export interface KnowingIndex {
  /** The words of all names. */
  words: { has(word: string): boolean };
  /** Names with usage data, heaviest first, with their words and weight. */
  marked: { words: ReadonlySet<string>; name: ActiveName }[];
}

export interface FeelingOfKnowing {
  verdict: 'likely' | 'possible' | 'unlikely';
  /** From 0 to 1, four decimals. */
  score: number;
  signals: {
    query_term_count: number;
    bloom_hits: number;
    bloom_hit_ratio: number;
    cue_hits: number;
    cue_hit_total: number;
    cue_hit_ratio: number;
    matched_salience_mass: number;
    total_salience_mass: number;
    salience_mass_ratio: number;
  };
  authority_status: 'non_authoritative';
}

const WEIGHTS = { bloom: 0.6, cues: 0.25, salience: 0.15 } as const;
const LIKELY_FROM = 0.55;
const POSSIBLE_FROM = 0.2;
const EPSILON = 1e-9;
/** Only the most used names take part, which bounds memory use for any size of the log. */
const MAX_MARKED = 512;

/** Only the most used names of the projection count. */
export function knowingIndex({ words, marked }: KnownNames): KnowingIndex {
  // Stable, because names are sorted by type and name.
  const heaviest = marked.toSorted((a, b) => weight(b) - weight(a)).slice(0, MAX_MARKED);
  return { words, marked: heaviest.map((name) => ({ words: new Set(termsOf(name.name)), name })) };
}

/** Independent of the clock, so that the order is stable. */
function weight({ salience }: ActiveName): number {
  return salience === undefined ? 0 : salience.earned * 1.05 ** Math.min(50, salience.surfaced);
}

export function feelingOfKnowing(
  index: KnowingIndex,
  query: string,
  cues: Readonly<Record<string, string>>,
  nowMs: number,
): FeelingOfKnowing {
  const terms = termsOf(query);
  const hits = terms.filter((term) => index.words.has(term)).length;
  const cueTerms = [...new Set(Object.values(cues).flatMap(termsOf))];
  const cueHits = cueTerms.filter((term) => index.words.has(term)).length;
  let [matched, total] = [0, 0];
  for (const { words, name } of index.marked) {
    const mass = salienceScore(name.salience!, nowMs);
    total += mass;
    if (terms.some((term) => words.has(term))) matched += mass;
  }
  const [bloomRatio, cueRatio, massRatio] = [
    ratio(hits, terms.length),
    ratio(cueHits, cueTerms.length),
    ratio(matched, total),
  ];
  const score = WEIGHTS.bloom * bloomRatio + WEIGHTS.cues * cueRatio + WEIGHTS.salience * massRatio;
  return {
    verdict:
      score >= LIKELY_FROM - EPSILON
        ? 'likely'
        : score >= POSSIBLE_FROM - EPSILON
          ? 'possible'
          : 'unlikely',
    score: fixed(score),
    signals: {
      query_term_count: terms.length,
      bloom_hits: hits,
      bloom_hit_ratio: fixed(bloomRatio),
      cue_hits: cueHits,
      cue_hit_total: cueTerms.length,
      cue_hit_ratio: fixed(cueRatio),
      matched_salience_mass: fixed(matched),
      total_salience_mass: fixed(total),
      salience_mass_ratio: fixed(massRatio),
    },
    authority_status: 'non_authoritative',
  };
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
