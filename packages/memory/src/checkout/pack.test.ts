import { expect, test } from 'vitest';
import { withOmittedRows } from './pack.ts';
import { LEAN_TOKENS } from './lean/lean-checkout.ts';
import type { Judgement, RecallStatus } from './quality.ts';

function judged(status: RecallStatus, coverage: number): Judgement {
  const quality = {
    answerability: 'refresh_recommended' as const,
    confidence: 0.5,
    reasons: [],
    required_action: null,
  };
  return { quality, status, coverage, missingTerms: [], missingSlots: [] };
}

test('names the budget of the requested form, and a larger one to ask with', () => {
  const [shown, whole] = [judged('partial', 0.2), judged('answerable', 1)];
  const asked = { query: 'Which store?', maxTokens: null };
  const short = withOmittedRows(shown, () => whole, asked, { standard: LEAN_TOKENS, enough: 2600 });
  expect(short.quality.reasons).toEqual([
    'Relevant rows were found, but left out by the budget of 2000 tokens.',
  ]);
  expect(short.quality.required_action).toMatchObject({ max_tokens: 2600 });
  const full = withOmittedRows(shown, () => whole, asked);
  expect(full.quality.reasons[0]).toContain('the budget of 9500 tokens');
});
