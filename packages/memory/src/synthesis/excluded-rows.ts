/**
 * Rows that `memory_synthesis_evidence` excluded before. They stay excluded until later feedback includes them again.
 */
import { isIncluded, type LedgerRow } from './ledger-row.ts';
import type { SourceReader } from './sources.ts';

/** Every row, with those that feedback excluded marked and the feedback cited. */
export async function markExcluded(
  { memory, sessions, asOfSeq, check }: SourceReader,
  rows: readonly LedgerRow[],
): Promise<LedgerRow[]> {
  const names = rows.filter(isIncluded).map(({ fact_id }) => fact_id);
  if (names.length === 0) return [...rows];
  const outcomes = await memory.facts({
    sessions,
    types: ['synthesis_evidence'],
    names,
    limit: names.length * sessions.length,
    ...(asOfSeq !== undefined && { asOfSeq }),
  });
  const excluded = new Map<string, string>();
  for (const { entityName, properties, session, seq, hash } of outcomes) {
    if (properties['outcome'] !== 'excluded') continue;
    const feedback = await check.event(session, seq, hash);
    if (feedback.state === 'found') excluded.set(entityName, feedback.citation);
  }
  return rows.map((row): LedgerRow => {
    const excluded_by = excluded.get(row.fact_id);
    if (excluded_by === undefined || !isIncluded(row)) return row;
    return {
      ...row,
      include_reason: null,
      exclude_reason: 'excluded_by_feedback',
      excluded_by,
      confidence: 0,
    };
  });
}
