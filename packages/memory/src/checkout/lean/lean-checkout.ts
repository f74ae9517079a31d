/** The short form of a checkout: one line per row, every text once, within every budget from 200 tokens on. */
import { findAll } from '../checkout.ts';
import { WINDOW_CUT, type Findings } from '../findings.ts';
import { rowItems } from '../items.ts';
import { estimateTokens, packToBudget, sizeOf } from '../pack.ts';
import type { CheckoutDeps, CheckoutRequest } from '../request.ts';
import type { LeanAnswer, LeanPromptAnswer } from './answer.ts';
import { assembleLean, LEAN_TOKENS } from './assemble-lean.ts';
import { partsOf, showsState } from './parts.ts';

export interface LeanRequest extends CheckoutRequest {
  /** Where the text of the rows is: in the fields (`json`), or in `prompt`. Default `json`. */
  format?: 'json' | 'prompt' | undefined;
}

type Answer = LeanAnswer | LeanPromptAnswer;

const LEAN_ROWS = 40;
/** Share of the question. A row above it may be useful, even if it is not an answer. */
const KNOWN_FROM = 0.3;
const UNKNOWN_ROWS = 16;

/**
 * Reads the same rows as `checkout` and reaches the same judgement. The budget admits rows in a fixed order; a larger
 * one never removes a row.
 *
 * @example
 * const { quality, current_facts } = await leanCheckout(deps, { query: 'Which store?', session: 'demo-default' });
 */
export async function leanCheckout<R extends LeanRequest>(
  deps: CheckoutDeps,
  request: R,
): Promise<R extends { format: 'prompt' } ? LeanPromptAnswer : LeanAnswer> {
  const answer = packLean(deps, request, await findLean(deps, request));
  return answer as Awaited<ReturnType<typeof leanCheckout<R>>>;
}

/** The input of an answer in this form. */
export async function findLean(deps: CheckoutDeps, request: LeanRequest): Promise<Findings> {
  const findings = await findAll(deps, request, request.limit ?? LEAN_ROWS);
  if (!showsState(findings))
    findings.warnings = findings.warnings.filter((warning) => warning !== WINDOW_CUT);
  return findings;
}

/** The answer within the budget of the plan. */
export function packLean(
  deps: Pick<CheckoutDeps, 'estimateTokens'>,
  request: LeanRequest,
  findings: Findings,
): Answer {
  const { maxTokens } = findings.plan;
  const estimate = deps.estimateTokens ?? estimateTokens;
  const asPrompt = request.format === 'prompt';
  const partsFor = (rows: number): ReturnType<typeof partsOf> =>
    partsOf(findings, rows).filter(({ section }) => !asPrompt || section !== 'superseded');
  const { facts, reported } = findings.selection;
  const judged = rowItems(facts, reported);
  let parts = partsFor(request.limit ?? LEAN_ROWS);
  const at = (count: number, enough: number, isBrief = false, isJudged = true): Answer =>
    assembleLean(findings, {
      rows: judged,
      kept: parts.slice(0, count),
      elided: parts.slice(count),
      asPrompt,
      enough,
      isBrief,
      isJudged,
    });
  let answer = at(parts.length, 0);
  if (request.limit === undefined && isUnknown(findings, answer)) {
    parts = partsFor(UNKNOWN_ROWS);
    answer = at(parts.length, 0);
  }
  const whole = sizeOf(answer, maxTokens, estimate);
  const enough = Math.ceil((whole * 1.2 + 200) / 100) * 100;
  return packToBudget(
    parts.map((part) => ('line' in part ? part.line : '')),
    { maxTokens, standard: LEAN_TOKENS, estimate },
    [
      {
        least: 1,
        at: (count) => at(count, enough),
        // A prompt without a judgement is not always shorter, and a custom token count may not grow with the bytes.
        ...(!asPrompt &&
          deps.estimateTokens === undefined && {
            atLeast: (count: number) => at(count, enough, false, false),
          }),
      },
      { most: 1, at: (count) => at(count, enough, true) },
    ],
  );
}

/** The memory has no answer, and no row has much of the question. */
function isUnknown({ selection, question }: Findings, { quality }: Answer): boolean {
  if (quality.answerability !== 'ask_user' || question.terms.length === 0) return false;
  const { facts, reported, more } = selection;
  return ![...facts, ...reported, ...more].some(({ coverage }) => coverage >= KNOWN_FROM);
}
