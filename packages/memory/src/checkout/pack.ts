import { DEFAULT_MAX_TOKENS } from './request.ts';
import type { CheckoutResponse } from './response.ts';
import { excerpt, foldText } from '../shown/clean-text.ts';
import type { Judgement, RecallStatus } from './quality.ts';

/** An answer and the fields for its budget figures. */
interface Packed {
  diagnostics: CheckoutResponse['diagnostics'];
}

/** Bytes over four, rounded up. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** Replaces either figure while sizes are compared, so that the number of digits in the budget does not matter. */
const WIDEST_FIGURE = 9_999_999;

/** One way to render the same items. Each way admits a prefix of them, in order of value. */
interface Form<R> {
  /** The smallest and largest number of items that it is used for. Default: 0, and all. */
  least?: number;
  most?: number;
  at(admitted: number): R;
  /** A smaller answer that takes less work. If it exceeds the budget, `at` is not called. */
  atLeast?(admitted: number): Packed;
}

interface Budget {
  /** Null: no budget was requested, and `standard` is kept. */
  maxTokens: number | null;
  /** Default: what every client shows in full. */
  standard?: number;
  estimate: (text: string) => number;
}

/**
 * Admits the most items whose answer, prompt and JSON together, stays in the budget: in the first form in which one
 * fits, otherwise in the last form without any. A budget admits a prefix, and a prefix that fits one budget fits every
 * larger one: more budget never removes anything.
 *
 * @param lines The lines that the items add, most valuable first. An item without a line has the empty one.
 */
export function packToBudget<R extends Packed>(
  lines: readonly string[],
  { maxTokens, standard = DEFAULT_MAX_TOKENS, estimate }: Budget,
  forms: readonly Form<R>[],
): R {
  const limit = maxTokens ?? standard;
  const room = roomFor(lines, limit, estimate);
  let answer: R | undefined;
  for (const { least = 0, most = room, at, atLeast } of forms) {
    const fewest = Math.min(least, room);
    for (let admitted = Math.min(most, room); admitted >= fewest; admitted--) {
      if (atLeast !== undefined && admitted > fewest)
        if (sizeOf(atLeast(admitted), maxTokens, estimate) > limit) continue;
      answer = at(admitted);
      if (sizeOf(answer, maxTokens, estimate) <= limit)
        return withFigures(answer, maxTokens, estimate);
    }
  }
  return withFigures(answer!, maxTokens, estimate);
}

/** The most items that could fit if there were nothing else. */
function roomFor(
  lines: readonly string[],
  limit: number,
  estimate: (text: string) => number,
): number {
  let tokens = 0;
  const at = lines.findIndex((line) => (tokens += line === '' ? 0 : estimate(line) - 1) > limit);
  return at < 0 ? lines.length : at;
}

/** The size of an answer that includes its budget figures. */
export function sizeOf(
  response: Packed,
  maxTokens: number | null,
  estimate: (text: string) => number,
): number {
  const figures = {
    budget_requested: maxTokens === null ? null : WIDEST_FIGURE,
    budget_used: WIDEST_FIGURE,
  };
  return estimate(
    JSON.stringify({ ...response, diagnostics: { ...response.diagnostics, ...figures } }),
  );
}

function withFigures<R extends Packed>(
  response: R,
  maxTokens: number | null,
  estimate: (text: string) => number,
): R {
  response.diagnostics['budget_requested'] = maxTokens;
  response.diagnostics['budget_used'] = sizeOf(response, maxTokens, estimate);
  return response;
}

// Distinguishes "left out by the budget" from "not in memory".

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
