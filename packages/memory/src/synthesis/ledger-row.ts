/** The parts of a composed answer in the documented shapes. All of them are generated. */
import type { Channel } from '@hookloom/core/events';

export type Mode =
  | 'multi_source_aggregation'
  | 'absence_check'
  | 'preference_profile'
  | 'source_synthesis';

export type Operation = 'sum' | 'difference' | 'average' | 'list' | 'interval' | 'count';

/** The kind of value in a row. `event`: the row counts as one; `item`: it is listed; `instant`: it is a time. */
export type RowKind =
  | 'duration'
  | 'size'
  | 'money'
  | 'percent'
  | 'count'
  | 'event'
  | 'item'
  | 'instant';

export type IncludeReason = 'recorded_value' | 'stated_value' | 'recorded_event' | 'current_fact';

/** Why a row is excluded. Reasons in the first group leave no doubt; a reason in the second prevents an answer. */
export type ExcludeReason =
  | 'duplicate'
  | 'excluded_by_feedback'
  | 'non_authoritative'
  | 'not_a_measurement'
  | 'other_outcome'
  | 'other_subject'
  | 'already_aggregated'
  | 'measured_elsewhere'
  | 'only_mentioned'
  | 'pending'
  | 'superseded'
  | 'uncited'
  | 'untrusted_channel'
  | UncertainReason;

export type UncertainReason =
  | 'ambiguous_repeat'
  | 'compound_command'
  | 'no_value'
  | 'outcome_unknown'
  | 'several_values';

export const UNCERTAIN: ReadonlySet<string> = new Set<UncertainReason>([
  'ambiguous_repeat',
  'compound_command',
  'no_value',
  'outcome_unknown',
  'several_values',
]);

export interface LedgerRow {
  /** `session/seq#n`: the n-th value of an event. */
  fact_id: string;
  /** The source, under its name in evidence groups. */
  source_group: string;
  /** Null if the log does not contain the event. Such a row is never included. */
  citation: string | null;
  kind: RowKind;
  entity: string;
  value: number | string | null;
  unit: string | null;
  /** ISO 8601: when it was recorded. */
  time: string;
  /** The role of the row: `before`, `after`, `start`, `end`, or its own name. */
  label: string;
  /** The words or the field with the value. */
  raw_span: string;
  /** Rows with the same identity are repetitions, of which only the first is included. */
  normalized_identity: string;
  include_reason: IncludeReason | null;
  exclude_reason: ExcludeReason | null;
  /** With `excluded_by_feedback`: the citation of the feedback. */
  excluded_by?: string;
  confidence: number;
  channel: Channel;
}

/** `computed`: there is a candidate. Any other value is the reason why there is none. */
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

export interface Computed {
  operation: Operation;
  unit: string | null;
  /** A number, or the names of a list. */
  value: number | string[];
  /** The value in readable form. */
  answer: string;
  /** `operation:unit:value`, the same for equal results. */
  answer_key: string;
}

export interface OperationRecord extends Computed {
  /** Rows from which it was computed. */
  fact_ids: string[];
}

export interface AnswerCandidate {
  rank: number;
  type: CandidateType;
  confidence: number;
  answer_key: string;
  answer: string;
  support_source_ids: string[];
  excluded_source_ids: string[];
}

export type CandidateType = 'count' | 'total' | 'average' | 'difference' | 'interval' | 'list';

export const CANDIDATE_TYPE: Readonly<Record<Operation, CandidateType>> = {
  count: 'count',
  sum: 'total',
  average: 'average',
  difference: 'difference',
  interval: 'interval',
  list: 'list',
};

export function isIncluded({ exclude_reason }: Pick<LedgerRow, 'exclude_reason'>): boolean {
  return exclude_reason === null;
}
