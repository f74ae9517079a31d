/** Distinguishes "left out by the budget" from "not in memory". */
import { excerpt, foldText } from '../shown/clean-text.ts';
import type { Judgement, RecallStatus } from './quality.ts';
import { DEFAULT_MAX_TOKENS } from './request.ts';

export interface Budgets {
  /** The budget without a request. */
  standard: number;
  /** A budget that contains everything that was found. */
  enough: number;
}

/** The budget of the documented form, with space for everything found at the usual limit. */
const FULL: Budgets = { standard: DEFAULT_MAX_TOKENS, enough: 32_000 };

const RANK: Record<RecallStatus, number> = {
  unavailable: 0,
  not_found: 0,
  cut_by_budget: 1,
  partial: 1,
  answerable: 2,
};

/**
 * Corrects a judgement of the shown items if all findings would be judged better: rows that the budget omitted are not
 * missing from the memory.
 *
 * @param judgeWhole Makes the same judgement without a budget. Only called if it can matter.
 * @param maxTokens Null: no budget was requested.
 */
export function withOmittedRows(
  shown: Judgement,
  judgeWhole: () => Judgement,
  { query, maxTokens }: { query: string; maxTokens: number | null },
  { standard, enough } = FULL,
): Judgement {
  if (shown.status === 'unavailable' || shown.status === 'answerable') return shown;
  const whole = judgeWhole();
  const isLess =
    RANK[whole.status] > RANK[shown.status] ||
    (RANK[whole.status] === RANK[shown.status] && whole.coverage > shown.coverage);
  if (!isLess) return shown;
  const budget = maxTokens ?? standard;
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
        `Relevant rows were found, but left out by the budget of ${budget} tokens.`,
        ...(missingTerms.length > 0 ? [`Not in memory: ${missingTerms.join(', ')}.`] : []),
      ],
      required_action: {
        tool: 'memory_checkout',
        query: excerpt(foldText(query), 300),
        max_tokens: Math.max(enough, budget + 1),
        reason: 'The budget left out what was found. Ask again with a larger one.',
      },
    },
  };
}
