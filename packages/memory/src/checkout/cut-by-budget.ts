/** Keeps "the budget left it out" apart from "it is not there". */
import { excerpt, foldText } from './clean-text.ts';
import type { Judgement, RecallStatus } from './quality.ts';
import { DEFAULT_MAX_TOKENS } from './request.ts';

/** The sections that are always there and several rows of usual length. */
const ENOUGH_TOKENS = 4000;

const RANK: Record<RecallStatus, number> = {
  unavailable: 0,
  not_found: 0,
  cut_by_budget: 1,
  partial: 1,
  answerable: 2,
};

/**
 * A judgement of what is shown, corrected where all that was found is worth more: then what is missing is not missing
 * from the memory.
 *
 * @param whole The same judgement without a budget.
 * @param maxTokens Null: no budget was asked for.
 */
export function sayWhatWasCut(
  shown: Judgement,
  whole: Judgement,
  { query, maxTokens }: { query: string; maxTokens: number | null },
): Judgement {
  if (shown.status === 'unavailable' || shown.status === 'answerable') return shown;
  const isLess =
    RANK[whole.status] > RANK[shown.status] ||
    (RANK[whole.status] === RANK[shown.status] && whole.coverage > shown.coverage);
  if (!isLess) return shown;
  const budget = maxTokens ?? DEFAULT_MAX_TOKENS;
  const { missingTerms, missingSlots } = whole;
  return {
    ...shown,
    status: 'cut_by_budget',
    missingTerms,
    missingSlots,
    quality: {
      answerability: 'refresh_recommended',
      confidence: shown.quality.confidence,
      reasons: [
        `What bears on the question was found and left out by the budget of ${budget} tokens.`,
        ...(missingTerms.length > 0 ? [`Not in memory: ${missingTerms.join(', ')}.`] : []),
      ],
      required_action: {
        tool: 'memory_checkout',
        query: excerpt(foldText(query), 300),
        max_tokens: Math.max(ENOUGH_TOKENS, 2 * budget),
        reason: 'The budget left out what was found. Ask again with a larger one.',
      },
    },
  };
}
