import type { ComposedQuestion } from './composed-question.ts';
import type { LedgerRow } from './ledger-row.ts';

/** The share of the shorter statement's words that both must contain. */
const SAME_STATEMENT = 0.6;

/**
 * Repeating a statement on the same day does not count. On another day it may be another measurement of the same size,
 * so the sum is unknown. Rows are in order of time.
 */
export function dedupe(
  rows: readonly LedgerRow[],
  operation: ComposedQuestion['operation'],
): LedgerRow[] {
  const kept: LedgerRow[] = [];
  return rows.map((row): LedgerRow => {
    if (row.exclude_reason !== null) return row;
    const twin = kept.find((other) => saysTheSame(other, row));
    if (twin === undefined) {
      kept.push(row);
      return row;
    }
    const sameDay = twin.time.slice(0, 10) === row.time.slice(0, 10);
    const stated = row.include_reason === 'stated_value';
    const exclude_reason =
      stated && !sameDay && operation !== 'difference' ? 'ambiguous_repeat' : 'duplicate';
    return {
      ...row,
      normalized_identity: twin.normalized_identity,
      include_reason: null,
      exclude_reason,
      confidence: 0,
    };
  });
}

function saysTheSame(a: LedgerRow, b: LedgerRow): boolean {
  if (a.normalized_identity === b.normalized_identity && a.label === b.label) return true;
  if (a.include_reason !== 'stated_value' || b.include_reason !== 'stated_value') return false;
  const [headA, wordsA] = parts(a.normalized_identity);
  const [headB, wordsB] = parts(b.normalized_identity);
  if (headA !== headB || isSide(a) !== isSide(b) || (isSide(a) && a.label !== b.label))
    return false;
  const shared = wordsA.filter((word) => wordsB.includes(word)).length;
  return shared / Math.max(1, Math.min(wordsA.length, wordsB.length)) >= SAME_STATEMENT;
}

function isSide({ label }: LedgerRow): boolean {
  return label === 'before' || label === 'after';
}

function parts(identity: string): [head: string, words: string[]] {
  const at = identity.lastIndexOf(':');
  return [identity.slice(0, at), identity.slice(at + 1).split(' ')];
}
