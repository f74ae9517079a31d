/** The order of a checkout's rows. */
import { compareText } from '@hookloom/core';
import type { Admission } from './admission.ts';
import type { Candidate } from './candidate.ts';
import { isStatement } from './holds.ts';
import { isClientText, isProgress } from '../channels.ts';
import { tablesFor } from '../statements/cues/languages.ts';
import type { FactHit, FactRow, SearchResult } from '../rows.ts';

/** Best first: the lane's own score, plus a little for coverage of the question and for acceptance. A total order. */
export function byRank<T extends Candidate>(rows: T[], { bonus }: Pick<Admission, 'bonus'>): T[] {
  const best = { graph: 0, verbatim: 0 };
  for (const { lane, score } of rows) best[lane] = Math.max(best[lane], score);
  const value = (row: T): number =>
    (best[row.lane] > 0 ? row.score / best[row.lane] : 0) +
    0.3 * row.coverage +
    (row.authority === 'accepted' ? 0.1 : 0) +
    (isStatement(row) ? statementWorth(row) : 0) +
    pinnedBonus(row) +
    bonus(row);
  const values = new Map(rows.map((row) => [row, value(row)]));
  return [...rows].sort(
    (a, b) =>
      values.get(b)! - values.get(a)! ||
      compareText(a.session, b.session) ||
      b.seq - a.seq ||
      compareText(a.lane, b.lane) ||
      compareText(a.entityName ?? '', b.entityName ?? '') ||
      compareText(a.entityType ?? '', b.entityType ?? ''),
  );
}

/** A person's statement comes first if it is an answer; a correction comes before it. */
function statementWorth({ channel, coverage, properties }: Candidate): number {
  if (channel !== 'user') return 0;
  return coverage * (properties['change'] === 'correction' ? 0.4 : 0.2);
}

/** Longer texts that agree with something also say more. */
const MAX_AGREEMENT = 60;
const SPEAKER = /^\w+:\s*/;
/** A call without its result, or the start or end of a session. */
const BARE_RECORD =
  /^(?:Tool \S+ (?:ok|completed)\.(?: On: [^\n]{1,400})?|session \w+\.(?: \w+: [^\n.]{1,80}\.)*)$/;

/** Rows that only agree, and rows without a word of the question: a client's marks, the next step, a bare record. */
export function isFiller(row: Candidate): boolean {
  const text = row.content.replace(SPEAKER, '').trim();
  if (row.sourceKind === 'transcript' && onlyAgrees(text)) return true;
  if (row.terms.size > 0) return false;
  return isClientText(text) || BARE_RECORD.test(text) || isProgress(row);
}

function onlyAgrees(text: string): boolean {
  return text.length <= MAX_AGREEMENT && tablesFor(text).some(({ yes }) => yes.test(text));
}

// Pinned facts: found whenever they are related to the question, first among their kind, never faded.

/** Current facts of these types may be pinned. */
export const PINNED_TYPES = ['memory'];
/** The maximum number of pinned facts. */
export const MAX_PINNED = 200;

/** Above this share of the question, a pinned row comes before all others. */
const MIN_RELEVANT_COVERAGE = 0.3;

export function isPinned({ properties }: Pick<FactRow, 'properties'>): boolean {
  return properties['pinned'] === true;
}

/** Appends pinned facts that the ranking left out. The question decides whether they are shown. */
export function withPinned(search: SearchResult, facts: readonly FactRow[]): SearchResult {
  const known = new Set(search.facts.map(({ fact }) => factKey(fact)));
  const added = facts
    .filter((fact) => isPinned(fact) && fact.validTo === null && !known.has(factKey(fact)))
    .map((fact): FactHit => ({ lane: 'graph', fact, score: 0, parts: { pinned: 0 }, coverage: 0 }));
  return added.length === 0 ? search : { ...search, facts: [...search.facts, ...added] };
}

export function factKey({ session, seq, entityType, entityName }: FactRow): string {
  return JSON.stringify([session, seq, entityType, entityName]);
}

/** The value that pinning adds to the score of a row. */
function pinnedBonus(row: Pick<Candidate, 'lane' | 'properties' | 'coverage'>): number {
  if (row.lane !== 'graph' || !isPinned(row)) return 0;
  return row.coverage >= MIN_RELEVANT_COVERAGE ? 2 : 0.2;
}
