/** From sources to ledger rows: which value each carries, and why it is or is not part of an answer. */
import type { JsonObject } from '@hookloom/core';
import { foldText } from '../checkout/clean-text.ts';
import { statedPart } from '../checkout/statements.ts';
import type { ComposedQuestion } from './composed-question.ts';
import type { ExcludeReason, LedgerRow } from './ledger-row.ts';
import { readCounts, readQuantities, type Quantity } from './quantities.ts';
import { groupOf, type Source } from './sources.ts';
import { holdsAll, type Subject } from './subject.ts';
import { factorOf } from './units.ts';

type Draft = Pick<LedgerRow, 'kind' | 'value' | 'unit' | 'raw_span'> &
  Partial<Pick<LedgerRow, 'label' | 'include_reason' | 'exclude_reason' | 'normalized_identity'>>;

const ENTITY_CHARS = 120;
const SPAN_CHARS = 80;
const CONFIDENCE = {
  recorded_value: 0.95,
  recorded_event: 0.95,
  current_fact: 0.9,
  stated_value: 0.75,
};

export function ledgerRow(source: Source, index: number, draft: Draft): LedgerRow {
  const { session, seq, name, kind, citation, time, channel } = source;
  const exclude_reason = draft.exclude_reason ?? null;
  const include_reason =
    exclude_reason === null ? (draft.include_reason ?? 'recorded_event') : null;
  return {
    fact_id: `${session}/${seq}#${index}`,
    source_group: groupOf(source),
    citation,
    kind: draft.kind,
    entity: cut(name === '' ? kind : name, ENTITY_CHARS),
    value: draft.value,
    unit: draft.unit,
    time,
    label: cut(draft.label ?? (name === '' ? kind : name), ENTITY_CHARS),
    raw_span: cut(draft.raw_span, SPAN_CHARS),
    normalized_identity: cut(draft.normalized_identity ?? `${session}/${seq}`, 160),
    include_reason,
    exclude_reason,
    confidence: include_reason === null ? 0 : CONFIDENCE[include_reason],
    channel,
  };
}

/** An event that counts as one. The outcome must be known where the question asks for one. */
export function eventRow(
  source: Source,
  unit: string,
  wanted: ComposedQuestion['outcome'],
  excluded: ExcludeReason | null,
): LedgerRow {
  const outcome = outcomeOf(source);
  const raw_span = outcome === null ? source.eventType : `outcome: ${outcome}`;
  const doubt = source.standing ?? excluded ?? outcomeDoubt(source, outcome, wanted);
  return ledgerRow(source, 1, {
    kind: 'event',
    value: 1,
    unit,
    raw_span: wanted === null ? source.eventType : raw_span,
    exclude_reason: doubt,
  });
}

function outcomeDoubt(
  source: Source,
  outcome: 'failed' | 'passed' | null,
  wanted: ComposedQuestion['outcome'],
): ExcludeReason | null {
  if (isCompound(source)) return 'compound_command';
  if (wanted === null) return null;
  // Behind a pipe the exit code is that of the last program.
  if (outcome === null || (outcome === 'passed' && /\|/.test(source.name)))
    return 'outcome_unknown';
  return outcome === wanted ? null : 'other_outcome';
}

/** `cd app && npm test` is one command in a place; `lint && test` is two, and which of them ended so is not told. */
function isCompound({ isRecord, name }: Source): boolean {
  return isRecord && /&&|\|\||;/.test(name.replace(/^\s*cd\s+[^&;|]+&&\s*/, ''));
}

function outcomeOf({ fields }: Source): 'failed' | 'passed' | null {
  return recordedOutcome(fields);
}

/** How a run ended, by the fields that the write path set. */
export function recordedOutcome(fields: JsonObject): 'failed' | 'passed' | null {
  const { exit_code: code, outcome, status } = fields;
  if (typeof code === 'number') return code === 0 ? 'passed' : 'failed';
  const told = outcome ?? status;
  const said = typeof told === 'string' ? told.toLowerCase() : '';
  if (/^(?:failed|failure|error|timeout|timed[ _]out|crashed)\b/.test(said)) return 'failed';
  return /^(?:passed|ok|success|succeeded|green)\b/.test(said) ? 'passed' : null;
}

/** A current fact that is listed or counted by its name. */
export function itemRow(source: Source, unit: string, excluded: ExcludeReason | null): LedgerRow {
  return ledgerRow(source, 1, {
    kind: 'item',
    value: cut(source.name, ENTITY_CHARS),
    unit,
    raw_span: source.eventType,
    normalized_identity: `${source.session}/${source.kind}:${foldText(source.name)}`,
    include_reason: 'current_fact',
    exclude_reason: source.standing ?? excluded,
  });
}

/** Kinds that say how something shall be: a number in them is a rule, no measurement. */
const NORMS: ReadonlySet<string> = new Set(['context_policy', 'decision', 'goal', 'preference']);
const PLANNED =
  /\b(?:expect(?:ed|s)?|estimate[ds]?|should|would|could|will|shall|must|may|might|maybe|perhaps|plan(?:ned|s)?|target|budget|limit|allow(?:ed|s)?|if|unless|suppose|guess|imagine|hope|aim)\b/i;
const AGGREGATED = /\b(?:total|sum|altogether|overall|in all|average|mean|combined|in total)\b/i;
const FAILED = /\b(?:fail(?:s|ed|ing|ures?)?|crash(?:es|ed)?|broken?|errors?)\b/i;
const PASSED = /\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|green)\b/i;

/** The duration that the write path measured itself. */
export function durationRow(source: Source, composed: ComposedQuestion): LedgerRow | null {
  const { duration_ms: measured } = source.fields;
  if (!source.isRecord) return null;
  const known = typeof measured === 'number' && Number.isFinite(measured) && measured >= 0;
  const doubt = outcomeDoubt(source, outcomeOf(source), composed.outcome);
  return ledgerRow(source, 1, {
    kind: 'duration',
    value: known ? measured : null,
    unit: 'ms',
    raw_span: known ? `duration_ms: ${measured}` : '',
    include_reason: 'recorded_value',
    exclude_reason: source.standing ?? doubt ?? (known ? null : 'no_value'),
  });
}

/** Values that a text states in a sentence about the subject. */
export function statedRows(
  source: Source,
  composed: ComposedQuestion,
  subject: Subject,
): LedgerRow[] {
  const rows: LedgerRow[] = [];
  // A turn speaks of many things; only its own sentence tells what a number is about.
  const about = source.kind === 'transcript_turn' ? '' : source.name;
  for (const sentence of sentencesOf(source)) {
    if (!holdsAll(subject, `${about}\n${sentence}`)) continue;
    const quantities = quantitiesOf(sentence, composed);
    const change = composed.operation === 'difference' ? changeOf(sentence, quantities) : null;
    for (const quantity of change ?? quantities) {
      const label = change === null ? {} : { label: quantity === change[0] ? 'before' : 'after' };
      const doubt = change === null && quantities.filter(({ measured }) => measured).length > 1;
      const excluded = source.standing ?? statedDoubt(source, sentence, composed);
      rows.push(
        ledgerRow(source, rows.length + 1, {
          kind: quantity.kind,
          value: quantity.value,
          unit: quantity.unit,
          raw_span: quantity.span,
          ...label,
          normalized_identity: identityOf(quantity, `${about} ${sentence}`),
          include_reason: 'stated_value',
          exclude_reason:
            excluded ??
            (change === null && !quantity.measured ? 'not_a_measurement' : null) ??
            (doubt ? 'several_values' : null),
        }),
      );
    }
  }
  return rows;
}

function sentencesOf({ text, kind, isRecord }: Source): string[] {
  if (isRecord) return [text];
  const stated = kind === 'transcript_turn' ? statedPart(text) : text;
  return stated
    .split(/(?<=[.!?;])\s+|\n+/)
    .filter((sentence) =>
      /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zero)\b/i.test(
        sentence,
      ),
    );
}

function quantitiesOf(sentence: string, { measure, noun }: ComposedQuestion): Quantity[] {
  if (noun !== null) return readCounts(sentence, noun);
  return readQuantities(sentence).filter(({ kind }) => measure === null || kind === measure);
}

/** "from 12 s to 9 s": the first and the second of two values of one kind. */
function changeOf(sentence: string, quantities: readonly Quantity[]): [Quantity, Quantity] | null {
  const [from, to] = quantities;
  if (from === undefined || to === undefined || quantities.length !== 2) return null;
  if (from.kind !== to.kind || !/\bfrom\s+$/i.test(sentence.slice(0, from.index))) return null;
  const between = sentence.slice(from.index + from.span.length, to.index);
  return /^\s*(?:(?:down |back )?to|→|->)\s*$/i.test(between) ? [from, to] : null;
}

function statedDoubt(
  source: Source,
  sentence: string,
  { operation, outcome, measure }: ComposedQuestion,
): ExcludeReason | null {
  // What a program printed is its word, not the write path's.
  if (source.isRecord) return 'untrusted_channel';
  if (source.kind === 'task' && source.fields['status'] !== 'completed') return 'not_a_measurement';
  if (NORMS.has(source.kind) || PLANNED.test(sentence)) return 'not_a_measurement';
  if (operation !== 'difference' && AGGREGATED.test(sentence)) return 'already_aggregated';
  if (outcome === null || measure !== null) return null;
  const [failed, passed] = [FAILED.test(sentence), PASSED.test(sentence)];
  if (failed && passed) return 'several_values';
  return (outcome === 'failed' ? failed : passed) ? null : 'other_outcome';
}

/** The value and what it is said about: two wordings of one statement on different days stay apart, see `dedupe`. */
function identityOf({ kind, value, unit }: Quantity, said: string): string {
  const words = said.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const about = [...new Set(words)].sort().join(' ');
  const base = Math.round(value * factorOf(unit) * 1e6) / 1e6;
  const comparable = kind === 'duration' || kind === 'size' ? '' : unit;
  return `${kind}:${base}${comparable}:${about}`;
}

/** Share of the words of the shorter statement that both hold. */
const SAME_STATEMENT = 0.6;

/**
 * The same statement twice on one day is one statement; on another day it may be another measurement of the same size,
 * and then nobody can tell what the sum is. Rows in order of time.
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

/** One bounded line. */
export function cut(text: string, max: number): string {
  const folded = foldText(text);
  return folded.length <= max ? folded : `${folded.slice(0, max - 1).toWellFormed()}…`;
}
