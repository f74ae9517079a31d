/** A synthesis bundle: the ledger of a composed question, what follows from it, and when nothing does. */
import { cleanText } from '../checkout/clean-text.ts';
import { candidatesOf } from './candidates.ts';
import { readComposedQuestion, type ComposedQuestion } from './composed-question.ts';
import { compute } from './compute.ts';
import { dedupe, durationRow, eventRow, itemRow, ledgerRow, statedRows } from './ledger.ts';
import {
  isIncluded,
  UNCERTAIN,
  type AnswerCandidate,
  type ExcludeReason,
  type LedgerRow,
  type OperationRecord,
} from './ledger-row.ts';
import { readFactSources, readSources, type Source, type SourceReader } from './sources.ts';
import { holdsAll, holdsTogether, subjectOf, type Subject } from './subject.ts';
import { ENTITY_TYPE, EVENT_TYPES, type RecordKind } from './wording.ts';

/** `computed`: there is a candidate. Everything else says why there is none (law 14). */
export type ResultStatus =
  | 'computed'
  | 'uncertain_rows'
  | 'too_many_rows'
  | 'not_enough_rows'
  | 'scope_not_understood'
  | 'several_measures'
  | 'no_measure'
  | 'no_subject'
  | 'recorded'
  | 'mentioned'
  | 'not_recorded'
  | 'sources_only';

export interface Bundle {
  question: ComposedQuestion;
  status: ResultStatus;
  /** In order of time; included and excluded. */
  ledger: LedgerRow[];
  operations: OperationRecord[];
  candidates: AnswerCandidate[];
}

/** An answer of more rows than a reader can check is not offered. */
export const MAX_INCLUDED = 24;
export const MAX_EXCLUDED = 12;

/** Null where the question asks for nothing composed. Reads; the same log gives the same bundle. */
export async function buildBundle(reader: SourceReader, query: string): Promise<Bundle | null> {
  const asked = cleanText(query);
  const question = readComposedQuestion(asked);
  if (question === null) return null;
  if (question.operation === null) return sideBySide(reader, question, asked);
  if (question.unclear !== null) return empty(question, question.unclear);
  const { rows, complete, reason } = await rowsOf(reader, question, asked);
  if (reason !== undefined) return empty(question, reason);
  const ledger = dedupe(rows, question.operation);
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
      // What was not measured is missing from a sum, and only from a sum.
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

/** All included rows up to the bound, and the first of the others. */
function bound(ledger: readonly LedgerRow[]): LedgerRow[] {
  const included = ledger.filter(isIncluded).slice(0, MAX_INCLUDED);
  const excluded = ledger.filter((row) => !isIncluded(row)).slice(0, MAX_EXCLUDED);
  const shown = new Set([...included, ...excluded]);
  return ledger.filter((row) => shown.has(row));
}

interface Rows {
  rows: LedgerRow[];
  complete: boolean;
  reason?: ResultStatus;
}

function rowsOf(reader: SourceReader, question: ComposedQuestion, asked: string): Promise<Rows> {
  const { operation, record, sides } = question;
  if (operation === 'interval') return intervalRows(reader, sides!);
  if (operation === 'count' || operation === 'list') {
    const kind = record ?? 'command';
    return kind === 'command' || kind === 'verification'
      ? eventRows(reader, question, kind, asked)
      : factRows(reader, kind, asked);
  }
  if (sides !== null) return sideRows(reader, question, sides);
  return valueRows(reader, question, asked);
}

/** Runs are counted one by one: the same run twice is two runs. */
async function eventRows(
  reader: SourceReader,
  question: ComposedQuestion,
  kind: RecordKind,
  asked: string,
): Promise<Rows> {
  const subject = subjectOf(asked, { record: kind });
  if (subject.words.length === 0 && question.record === null) return none('no_subject');
  const { sources, complete } = await readSources(reader, {
    types: [...EVENT_TYPES[kind]],
    containing: subject.containing,
    matches: (name) => holdsAll(subject, name) && holdsTogether(subject, asked, name),
  });
  const exact = exactName(sources, asked);
  const unit = kind === 'command' ? 'run' : kind;
  const rows = sources.map((source) => {
    const other: ExcludeReason | null =
      exact !== null && source.name !== exact ? 'other_subject' : null;
    const counted = eventRow(source, unit, question.outcome, other);
    return question.operation === 'list'
      ? { ...itemRow(source, unit, counted.exclude_reason), kind: 'item' as const }
      : counted;
  });
  return { rows, complete };
}

/** The longest of the names that the question holds whole. */
function exactName(sources: readonly Source[], asked: string): string | null {
  const lower = asked.toLowerCase();
  const named = [...new Set(sources.map(({ name }) => name))].filter((name) =>
    lower.includes(name.toLowerCase()),
  );
  return named.sort((a, b) => b.length - a.length || (a < b ? -1 : 1))[0] ?? null;
}

/** Current facts are counted by their names: said again, it is still one. */
async function factRows(reader: SourceReader, kind: RecordKind, asked: string): Promise<Rows> {
  const subject = subjectOf(asked, { record: kind });
  const { sources, complete } = await readFactSources(reader, ENTITY_TYPE[kind], (name, text) =>
    holdsAll(subject, kind === 'file' ? name : `${name}\n${text}`),
  );
  const rows = sources.map((source) => itemRow(source, kind, otherStatus(source, kind, asked)));
  return { rows, complete };
}

function otherStatus({ fields }: Source, kind: RecordKind, asked: string): ExcludeReason | null {
  if (kind !== 'task' && kind !== 'issue') return null;
  const done = fields['status'] === 'completed' || fields['status'] === 'fixed';
  const wantsOpen = /\b(?:open|left|remaining|pending|unresolved)\b/i.test(asked);
  const wantsDone =
    /\b(?:completed?|done|finish(?:ed)?|closed?|fix(?:ed)?|resolved?|solved?)\b/i.test(asked);
  if (wantsOpen === wantsDone) return null;
  return wantsDone === done ? null : 'other_outcome';
}

/** Measured durations of commands first; what texts say where nothing was measured. */
async function valueRows(
  reader: SourceReader,
  question: ComposedQuestion,
  asked: string,
): Promise<Rows> {
  const subject = subjectOf(asked);
  if (subject.words.length === 0) return none('no_subject');
  const stated = await statedIn(reader, question, subject);
  if (question.measure !== 'duration' || question.operation === 'difference') {
    return { ...stated, rows: asChange(stated.rows, question) };
  }
  const { sources, complete } = await readSources(reader, {
    types: [...EVENT_TYPES.command],
    containing: subject.containing,
    matches: (name) => holdsAll(subject, name) && holdsTogether(subject, asked, name),
  });
  const exact = exactName(sources, asked);
  const measured = sources.flatMap((source) => {
    const row = durationRow(source, question);
    if (row === null) return [];
    return exact !== null && source.name !== exact && isIncluded(row)
      ? [{ ...row, exclude_reason: 'other_subject' as const, include_reason: null, confidence: 0 }]
      : [row];
  });
  // Where nothing was measured, a missing measurement is no gap in what was said.
  if (!measured.some(isIncluded)) return stated;
  const elsewhere = stated.rows.map((row) =>
    isIncluded(row) || UNCERTAIN.has(row.exclude_reason!)
      ? {
          ...row,
          exclude_reason: 'measured_elsewhere' as const,
          include_reason: null,
          confidence: 0,
        }
      : row,
  );
  return { rows: [...measured, ...elsewhere], complete: complete && stated.complete };
}

async function statedIn(
  reader: SourceReader,
  question: ComposedQuestion,
  subject: Subject,
): Promise<Rows> {
  const { sources, complete } = await readSources(reader, {
    containing: subject.containing,
    matches: (name, text) => holdsAll(subject, `${name}\n${text}`),
  });
  return { rows: sources.flatMap((source) => statedRows(source, question, subject)), complete };
}

/** Two single values in the order of their time are a before and an after; more than two are a history. */
function asChange(rows: LedgerRow[], { operation }: ComposedQuestion): LedgerRow[] {
  if (operation !== 'difference') return rows;
  const deduped = dedupe(rows, operation);
  const included = deduped.filter(isIncluded);
  if (included.length !== 2 || included.some(({ label }) => /^(?:before|after)$/.test(label)))
    return deduped;
  const [before] = included;
  return deduped.map((row) =>
    isIncluded(row) ? { ...row, label: row === before ? 'before' : 'after' } : row,
  );
}

/** One value for each of the two things that are compared. */
async function sideRows(
  reader: SourceReader,
  question: ComposedQuestion,
  sides: [string, string],
): Promise<Rows> {
  const found: Rows = { rows: [], complete: true };
  const subjects = sides.map((side) => subjectOf(side));
  for (const [index, subject] of subjects.entries()) {
    const other = subjects[1 - index]!;
    if (subject.words.length === 0) return none('no_subject');
    const { rows, complete } = await statedIn(reader, question, subject);
    const own = rows.filter((row) => !holdsAll(other, row.normalized_identity));
    found.rows.push(
      ...own.map((row) => ({
        ...row,
        fact_id: `${row.fact_id}${index === 0 ? 'a' : 'b'}`,
        label: index === 0 ? 'before' : 'after',
      })),
    );
    found.complete &&= complete;
  }
  return found;
}

/** Exactly one event for each end, or nothing: which of several is meant, only the asker knows. */
async function intervalRows(reader: SourceReader, sides: [string, string]): Promise<Rows> {
  const found: Rows = { rows: [], complete: true };
  for (const [index, side] of sides.entries()) {
    const subject = subjectOf(side);
    if (subject.words.length === 0) return none('no_subject');
    const { sources, complete } = await readSources(reader, {
      containing: subject.containing,
      matches: (name, text) => name !== '' && holdsAll(subject, `${name}\n${text.slice(0, 300)}`),
    });
    const label = index === 0 ? 'start' : 'end';
    const named = sources.filter(({ name }) => holdsAll(subject, name));
    const wanted = wantedOutcome(side);
    const ends = (named.length > 0 ? named : sources).map((source) =>
      ledgerRow(source, 1, {
        kind: 'instant',
        value: source.time,
        unit: null,
        raw_span: source.eventType,
        label,
        normalized_identity: `${source.session}/${source.seq}/${label}`,
        exclude_reason: source.standing ?? otherEnd(source, wanted),
      }),
    );
    const kept = ends.filter(isIncluded).length;
    found.rows.push(
      ...ends.map((row) =>
        kept > 1 && isIncluded(row)
          ? {
              ...row,
              include_reason: null,
              exclude_reason: 'several_values' as const,
              confidence: 0,
            }
          : row,
      ),
    );
    found.complete &&= complete;
  }
  return found;
}

function wantedOutcome(side: string): 'failed' | 'passed' | null {
  const [failed, passed] = [/\bfail/i.test(side), /\b(?:pass|succe|green)/i.test(side)];
  return failed === passed ? null : failed ? 'failed' : 'passed';
}

function otherEnd(source: Source, wanted: 'failed' | 'passed' | null): ExcludeReason | null {
  if (wanted === null) return null;
  return eventRow(source, 'run', wanted, null).exclude_reason;
}

/** Nothing is computed: what was recorded is laid side by side. A record answers "did we ever"; its lack does not. */
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
    matches: (name, text) => holdsAll(subject, `${name}\n${text}`),
  });
  const rows = sources.map((source) => {
    const isIt = source.isRecord && holdsAll(subject, source.name);
    const wanted = question.outcome;
    return eventRow(source, 'record', isIt ? wanted : null, isIt ? null : 'only_mentioned');
  });
  const ledger = bound(rows);
  if (rows.some(isIncluded)) return { ...empty(question, 'recorded'), ledger };
  const status = !complete ? 'too_many_rows' : rows.length > 0 ? 'mentioned' : 'not_recorded';
  return { ...empty(question, status), ledger };
}

function none(reason: ResultStatus): Rows {
  return { rows: [], complete: true, reason };
}
