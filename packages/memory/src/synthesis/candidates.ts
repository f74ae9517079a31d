import {
  CANDIDATE_TYPE,
  isIncluded,
  type AnswerCandidate,
  type CandidateType,
  type LedgerRow,
  type OperationRecord,
} from './ledger-row.ts';

const TYPE_PRIORITY: readonly CandidateType[] = [
  'count',
  'total',
  'average',
  'difference',
  'interval',
  'list',
];
/** Matching rows that may not be used make an answer less certain, duplicates do not. */
const DOUBT_PER_REASON = 0.05;

/**
 * Candidates in the documented order: by type, confidence, answer surface, support and length. Keeps only the best
 * supported of several totals or counts, and drops candidates without support.
 */
export function candidatesOf(
  operations: readonly OperationRecord[],
  ledger: readonly LedgerRow[],
): AnswerCandidate[] {
  const drafts = operations
    .map((operation) => candidate(operation, ledger))
    .filter(({ support_source_ids }) => support_source_ids.length > 0);
  const sorted = drafts.sort(
    (a, b) =>
      TYPE_PRIORITY.indexOf(a.type) - TYPE_PRIORITY.indexOf(b.type) ||
      b.confidence - a.confidence ||
      b.support_source_ids.length - a.support_source_ids.length ||
      a.answer.length - b.answer.length ||
      (a.answer_key < b.answer_key ? -1 : a.answer_key > b.answer_key ? 1 : 0),
  );
  const best = sorted.filter((each) => !isBeaten(each, sorted));
  return best.map((each, index) => ({ ...each, rank: index + 1 }));
}

function isBeaten(one: AnswerCandidate, all: readonly AnswerCandidate[]): boolean {
  if (one.type !== 'total' && one.type !== 'count') return false;
  return all.some(
    (other) =>
      other.type === one.type && other.support_source_ids.length > one.support_source_ids.length,
  );
}

function candidate(operation: OperationRecord, ledger: readonly LedgerRow[]): AnswerCandidate {
  const used = new Set(operation.fact_ids);
  const support = ledger.filter((row) => used.has(row.fact_id) && isIncluded(row));
  const groups = new Set(support.map(({ source_group }) => source_group));
  const excluded = new Set(
    ledger.map(({ source_group }) => source_group).filter((group) => !groups.has(group)),
  );
  const doubts = new Set(
    ledger.flatMap(({ exclude_reason: reason }) =>
      reason === null || SURE.has(reason) ? [] : [reason],
    ),
  );
  const weakest = Math.min(...support.map(({ confidence }) => confidence), 1);
  const confidence = Math.max(0, weakest - DOUBT_PER_REASON * doubts.size);
  return {
    rank: 0,
    type: CANDIDATE_TYPE[operation.operation],
    confidence: Math.round(confidence * 100) / 100,
    answer_key: operation.answer_key,
    answer: operation.answer,
    support_source_ids: [...groups].sort(),
    excluded_source_ids: [...excluded].sort(),
  };
}

const SURE: ReadonlySet<string> = new Set(
  'duplicate measured_elsewhere not_a_measurement other_outcome other_subject superseded'.split(
    ' ',
  ),
);
