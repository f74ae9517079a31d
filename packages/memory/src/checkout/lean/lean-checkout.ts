/** The short form of a checkout: one line a row, every text once, within every budget from 200 tokens on. */
import { findAll } from '../checkout.ts';
import { WINDOW_CUT } from '../findings.ts';
import { estimateTokens } from '../pack.ts';
import type { CheckoutDeps, CheckoutRequest } from '../request.ts';
import type { LeanAnswer, LeanPromptAnswer } from './answer.ts';
import { assembleLean } from './assemble-lean.ts';
import { partsOf, showsState, type Extra, type Part } from './parts.ts';

export interface LeanRequest extends CheckoutRequest {
  /** Where the text of the rows stands: in the fields (`json`), or in `prompt`. Default `json`. */
  format?: 'json' | 'prompt' | undefined;
}

type Answer = LeanAnswer | LeanPromptAnswer;

export const LEAN_TOKENS = 2000;
const LEAN_ROWS = 40;
const WIDEST_FIGURE = 9_999_999;

/**
 * Reads like `checkout` and judges alike. The budget admits rows in a fixed order; a larger one never removes a row.
 *
 * @example
 * const { quality, current_facts } = await leanCheckout(deps, { query: 'Which store?', session: 'demo-default' });
 */
export async function leanCheckout<R extends LeanRequest>(
  deps: CheckoutDeps,
  request: R,
): Promise<R extends { format: 'prompt' } ? LeanPromptAnswer : LeanAnswer> {
  const rows = request.limit ?? LEAN_ROWS;
  const findings = await findAll(deps, request, rows);
  if (!showsState(findings))
    findings.warnings = findings.warnings.filter((warning) => warning !== WINDOW_CUT);
  const { maxTokens } = findings.plan;
  const limit = maxTokens ?? LEAN_TOKENS;
  const estimate = deps.estimateTokens ?? estimateTokens;
  const asPrompt = request.format === 'prompt';
  const parts = partsOf(findings, rows).filter(
    ({ section }) => !asPrompt || section !== 'superseded',
  );
  const sizeOf = (answer: Answer): number => {
    const figures = {
      budget_requested: maxTokens === null ? null : WIDEST_FIGURE,
      budget_used: WIDEST_FIGURE,
    };
    return estimate(
      JSON.stringify({ ...answer, diagnostics: { ...answer.diagnostics, ...figures } }),
    );
  };
  const at = (count: number, enough: number, isBrief = false): Answer =>
    assembleLean(findings, {
      kept: parts.slice(0, count),
      elided: parts.slice(count),
      asPrompt,
      enough,
      isBrief,
    });
  const enough = Math.ceil((sizeOf(at(parts.length, 0)) * 1.2 + 200) / 100) * 100;
  let count = roomFor(parts, limit, estimate);
  let answer = at(count, enough);
  while (sizeOf(answer) > limit && count > 1) answer = at(--count, enough);
  for (count = Math.min(count, 1); sizeOf(answer) > limit && count >= 0; count--)
    answer = at(count, enough, true);
  answer.diagnostics['budget_requested'] = maxTokens;
  answer.diagnostics['budget_used'] = sizeOf(answer);
  return answer as Awaited<ReturnType<typeof leanCheckout<R>>>;
}

/** The most parts that could fit if there were nothing else. */
function roomFor(
  parts: readonly (Part | Extra)[],
  limit: number,
  estimate: (text: string) => number,
): number {
  let tokens = 0;
  const at = parts.findIndex(
    (part) => (tokens += 'line' in part ? estimate(part.line) - 1 : 0) > limit,
  );
  return at < 0 ? parts.length : at;
}
