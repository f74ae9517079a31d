import type { Item } from './items.ts';
import { DEFAULT_MAX_TOKENS } from './request.ts';
import type { CheckoutResponse } from './response.ts';

/** An answer and the fields for its budget figures. */
interface Packed {
  diagnostics: CheckoutResponse['diagnostics'];
}

/** Bytes over four, rounded up. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** Replaces either figure while sizes are compared, so that the digits of the budget never decide. */
const WIDEST_FIGURE = 9_999_999_999;

type Assemble<R> = (kept: readonly Item[], elided: readonly Item[]) => R;

/**
 * Admits items in order of value until the first one that would take the response, prompt and JSON together, over the
 * budget. What a budget admits is a prefix of that order, and a prefix that fits one budget fits every larger one: more
 * budget never removes anything. The mandatory parts stay even without items.
 *
 * @param items Most valuable first.
 * @param maxTokens Null: no budget was requested, and the response stays within what every client shows in full.
 */
export function packToBudget<R extends Packed>(
  items: readonly Item[],
  maxTokens: number | null,
  assemble: Assemble<R>,
  estimate: (text: string) => number,
): R {
  const limit = maxTokens ?? DEFAULT_MAX_TOKENS;
  const at = (admitted: number): R => assemble(items.slice(0, admitted), items.slice(admitted));
  const whole = at(items.length);
  if (sizeOf(whole, estimate) <= limit) return withFigures(whole, maxTokens, estimate);
  let fitting = at(0);
  for (let admitted = 1; admitted < items.length; admitted++) {
    const next = at(admitted);
    if (sizeOf(next, estimate) > limit) break;
    fitting = next;
  }
  return withFigures(fitting, maxTokens, estimate);
}

function sizeOf(response: Packed, estimate: (text: string) => number): number {
  const { diagnostics } = response;
  return estimate(
    JSON.stringify({
      ...response,
      diagnostics: { ...diagnostics, budget_requested: WIDEST_FIGURE, budget_used: WIDEST_FIGURE },
    }),
  );
}

function withFigures<R extends Packed>(
  response: R,
  maxTokens: number | null,
  estimate: (text: string) => number,
): R {
  response.diagnostics['budget_requested'] = maxTokens;
  response.diagnostics['budget_used'] = sizeOf(response, estimate);
  return response;
}
