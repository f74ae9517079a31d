/** The rows that answer a composed question. Each kind of operation reads them in its own way. */
import type { ComposedQuestion } from './composed-question.ts';
import { dedupe } from './dedupe.ts';
import { durationRow, eventRow, itemRow, ledgerRow } from './ledger.ts';
import {
  isIncluded,
  UNCERTAIN,
  type ExcludeReason,
  type LedgerRow,
  type ResultStatus,
} from './ledger-row.ts';
import { readFactSources, readSources, type Source, type SourceReader } from './sources.ts';
import { statedRows } from './stated-values.ts';
import { containsAll, hasAdjacentWords, subjectOf, type Subject } from './subject.ts';
import { ENTITY_TYPE, EVENT_TYPES, type RecordKind } from './wording.ts';

export interface Rows {
  rows: LedgerRow[];
  complete: boolean;
  reason?: ResultStatus;
}

/** The rows related to the question, in order of time. Each has a value and the reason if it is excluded. */
export function rowsOf(
  reader: SourceReader,
  question: ComposedQuestion,
  asked: string,
): Promise<Rows> {
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

/** Counts single runs: the same run twice is two runs. */
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
    matches: (name) => containsAll(subject, name) && hasAdjacentWords(subject, asked, name),
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

/** The longest name that is completely in the question. */
function exactName(sources: readonly Source[], asked: string): string | null {
  const lower = asked.toLowerCase();
  const named = [...new Set(sources.map(({ name }) => name))].filter((name) =>
    lower.includes(name.toLowerCase()),
  );
  return named.sort((a, b) => b.length - a.length || (a < b ? -1 : 1))[0] ?? null;
}

/** Counts current facts by name, so that a repetition counts once. */
async function factRows(reader: SourceReader, kind: RecordKind, asked: string): Promise<Rows> {
  const subject = subjectOf(asked, { record: kind });
  const { sources, complete } = await readFactSources(reader, ENTITY_TYPE[kind], (name, text) =>
    containsAll(subject, kind === 'file' ? name : `${name}\n${text}`),
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

/** Measured durations of commands, or stated ones if nothing was measured. */
async function valueRows(
  reader: SourceReader,
  question: ComposedQuestion,
  asked: string,
): Promise<Rows> {
  const subject = subjectOf(asked);
  if (subject.words.length === 0) return none('no_subject');
  const stated = await statedIn(reader, question, subject);
  if (question.measure !== 'duration' || question.operation === 'difference')
    return { ...stated, rows: asChange(stated.rows, question) };
  const { sources, complete } = await readSources(reader, {
    types: [...EVENT_TYPES.command],
    containing: subject.containing,
    matches: (name) => containsAll(subject, name) && hasAdjacentWords(subject, asked, name),
  });
  const exact = exactName(sources, asked);
  const measured = sources.flatMap((source) => {
    const row = durationRow(source, question);
    if (row === null) return [];
    return exact !== null && source.name !== exact && isIncluded(row)
      ? [{ ...row, exclude_reason: 'other_subject' as const, include_reason: null, confidence: 0 }]
      : [row];
  });
  // If nothing was measured, a missing measurement is not a gap in the stated values.
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
    matches: (name, text) => containsAll(subject, `${name}\n${text}`),
  });
  return { rows: sources.flatMap((source) => statedRows(source, question, subject)), complete };
}

/** Two values in order of time are a before and an after. More than two are a history. */
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

/** One value for each of the two sides. */
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
    const own = rows.filter((row) => !containsAll(other, row.normalized_identity));
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

/** Exactly one event for each end, or nothing, because only the asker knows which of several is meant. */
async function intervalRows(reader: SourceReader, sides: [string, string]): Promise<Rows> {
  const found: Rows = { rows: [], complete: true };
  for (const [index, side] of sides.entries()) {
    const subject = subjectOf(side);
    if (subject.words.length === 0) return none('no_subject');
    const { sources, complete } = await readSources(reader, {
      containing: subject.containing,
      matches: (name, text) =>
        name !== '' && containsAll(subject, `${name}\n${text.slice(0, 300)}`),
    });
    const label = index === 0 ? 'start' : 'end';
    const named = sources.filter(({ name }) => containsAll(subject, name));
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

function none(reason: ResultStatus): Rows {
  return { rows: [], complete: true, reason };
}
