/** A synthesis bundle: the ledger of a composed question, and the result or the reason why there is none. */
import { candidatesOf } from './candidates.ts';
import type { ComposedQuestion } from './composed-question.ts';
import { compute } from './compute.ts';
import { dedupe } from './dedupe.ts';
import { eventRow } from './ledger.ts';
import {
  isIncluded,
  UNCERTAIN,
  type AnswerCandidate,
  type LedgerRow,
  type OperationRecord,
  type ResultStatus,
} from './ledger-row.ts';
import { rowsOf } from './rows.ts';
import { readSources, type SourceReader } from './sources.ts';
import { containsAll, subjectOf } from './subject.ts';

export interface Bundle {
  question: ComposedQuestion;
  status: ResultStatus;
  /** In order of time, included and excluded. */
  ledger: LedgerRow[];
  operations: OperationRecord[];
  candidates: AnswerCandidate[];
}

/** An answer from more rows than a reader can check is not offered. */
export const MAX_INCLUDED = 24;
export const MAX_EXCLUDED = 12;

/** Read-only. The same log gives the same bundle. `asked`: the text that the question was read from. */
export async function buildBundle(
  reader: SourceReader,
  question: ComposedQuestion,
  asked: string,
): Promise<Bundle> {
  if (question.operation === null) return sideBySide(reader, question, asked);
  if (question.unclear !== null) return empty(question, question.unclear);
  const { rows, complete, reason } = await rowsOf(reader, question, asked);
  if (reason !== undefined) return empty(question, reason);
  const ledger = dedupe(await markExcluded(reader, rows), question.operation);
  return conclude(question, question.operation, ledger, complete);
}

function empty(question: ComposedQuestion, status: ResultStatus): Bundle {
  return { question, status, ledger: [], operations: [], candidates: [] };
}

function conclude(
  question: ComposedQuestion,
  operation: NonNullable<ComposedQuestion['operation']>,
  ledger: LedgerRow[],
  complete: boolean,
): Bundle {
  const included = ledger.filter(isIncluded);
  const doubtful = ledger.some(
    ({ exclude_reason: reason }) =>
      reason !== null &&
      UNCERTAIN.has(reason) &&
      // A missing value makes a sum incomplete, but not an average or a count.
      (reason !== 'no_value' || operation !== 'average'),
  );
  const bounded = { question, ledger: bound(ledger), operations: [], candidates: [] };
  if (!complete || included.length > MAX_INCLUDED) return { ...bounded, status: 'too_many_rows' };
  if (doubtful) return { ...bounded, status: 'uncertain_rows' };
  const result = compute(operation, included);
  if (result === null) return { ...bounded, status: 'not_enough_rows' };
  const record = { ...result, fact_ids: included.map(({ fact_id }) => fact_id) };
  return {
    ...bounded,
    status: 'computed',
    operations: [record],
    candidates: candidatesOf([record], ledger),
  };
}

/** All included rows up to the limit, and the first of the others. */
function bound(ledger: readonly LedgerRow[]): LedgerRow[] {
  const included = ledger.filter(isIncluded).slice(0, MAX_INCLUDED);
  const excluded = ledger.filter((row) => !isIncluded(row)).slice(0, MAX_EXCLUDED);
  const shown = new Set([...included, ...excluded]);
  return ledger.filter((row) => shown.has(row));
}

/** Computes nothing and lists the records. A record answers "did we ever"; a missing record does not. */
async function sideBySide(
  reader: SourceReader,
  question: ComposedQuestion,
  asked: string,
): Promise<Bundle> {
  if (question.mode !== 'absence_check') return empty(question, 'sources_only');
  const subject = subjectOf(asked);
  if (subject.words.length === 0) return empty(question, 'no_subject');
  const { sources, complete } = await readSources(reader, {
    containing: subject.containing,
    matches: (name, text) => containsAll(subject, `${name}\n${text}`),
  });
  const found = sources.map((source) => {
    const isIt = source.isRecord && containsAll(subject, source.name);
    const wanted = question.outcome;
    return eventRow(source, 'record', isIt ? wanted : null, isIt ? null : 'only_mentioned');
  });
  const rows = await markExcluded(reader, found);
  const ledger = bound(rows);
  if (rows.some(isIncluded)) return { ...empty(question, 'recorded'), ledger };
  const status = !complete ? 'too_many_rows' : rows.length > 0 ? 'mentioned' : 'not_recorded';
  return { ...empty(question, status), ledger };
}

/** Every row. Those that feedback excluded are marked and cite the feedback. */
async function markExcluded(
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
