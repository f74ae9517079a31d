/** Converts sources to ledger rows: the value of each, and why it is or is not part of an answer. */
import type { JsonObject } from '@hookloom/core';
import { excerpt, foldText } from '../shown/clean-text.ts';
import type { ComposedQuestion } from './composed-question.ts';
import type { ExcludeReason, LedgerRow } from './ledger-row.ts';
import type { Source } from './sources.ts';

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

/** An event that counts as one. Its outcome must be known if the question asks for one. */
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
  // After a pipe, the exit code is that of the last program.
  if (outcome === null || (outcome === 'passed' && /\|/.test(source.name)))
    return 'outcome_unknown';
  return outcome === wanted ? null : 'other_outcome';
}

/**
 * `cd app && npm test` is one command in a directory. `lint && test` is two, and the exit code does not show which one
 * failed.
 */
function isCompound({ isRecord, name }: Source): boolean {
  return isRecord && /&&|\|\||;/.test(name.replace(/^\s*cd\s+[^&;|]+&&\s*/, ''));
}

function outcomeOf({ fields }: Source): 'failed' | 'passed' | null {
  return recordedOutcome(fields);
}

/** The outcome of a run, from fields that the write path set. */
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

/** The duration that the write path has measured. */
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

/** One bounded line. */
export function cut(text: string, max: number): string {
  const folded = foldText(text);
  return folded.length <= max ? folded : `${folded.slice(0, max - 1).toWellFormed()}…`;
}

/** The source, under its name in evidence groups. */
function groupOf({ session, seq, kind, name }: Source): string {
  return name === '' ? `${session}/${seq}` : `${session}/${kind}:${excerpt(foldText(name), 80)}`;
}
