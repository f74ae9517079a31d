/** The weights for a question whose words do not occur in the texts. */
import type { ScoringWeights } from './scoring-profiles.ts';

/** The extra weight of a vector if no text has a word of the question. */
const MEANING_ALONE = 4;
/** Share of the question's words in one text that makes words count in full. */
const ENOUGH = 0.7;
/** How fast words lose their weight below that. */
const FALL = 1.5;

/**
 * If the best text has few words of the question, these count less, and meaning and the expected words count more. Each
 * part is divided by its maximum, so without this, the best of many bad matches would count like a good one.
 */
export function byMeaning(
  weights: ScoringWeights,
  scored: readonly { reach: number }[],
): ScoringWeights {
  const covered = scored.reduce((most, { reach }) => Math.max(most, reach), 0);
  const best = Math.min(1, covered / ENOUGH) ** FALL;
  const { own, window1, window3, window5, answers, also } = weights;
  return {
    ...weights,
    own: own * best,
    window1: window1 * best,
    window3: window3 * best,
    window5: window5 * best,
    answers: answers * best,
    also: also * (2 - best),
    vector: weights.vector + MEANING_ALONE * (1 - best),
  };
}
