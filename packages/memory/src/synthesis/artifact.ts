/** The stored form of a composed answer: `synthesis_artifact_v1`. Pure. */
import { canonicalize, sha256Hex, type JsonObject } from '@hookloom/core';
import { compute } from './compute.ts';
import {
  isIncluded,
  type AnswerCandidate,
  type LedgerRow,
  type OperationRecord,
} from './ledger-row.ts';

/** The checkout that a caller returns, already parsed, typed and bounded. */
export interface ReturnedCheckout {
  query: string;
  session_id: string;
  ref: JsonObject | null;
  replay_event_count: number;
  quality: { answerability: string; confidence: number; reasons: string[] };
  purpose: JsonObject | null;
  slot_plan: JsonObject | null;
  missing_slots: string[];
  conflict_count: number;
  warnings: string[];
  mode: string;
  answer_candidates: AnswerCandidate[];
  ledger_rows: LedgerRow[];
  operations: OperationRecord[];
  result: JsonObject | null;
}

const MAX_SNIPPETS = 8;

/**
 * Why the candidates of a checkout are invalid, or null. Each must follow from its own included rows and cite exactly
 * their sources.
 */
export function whyUnfounded(checkout: ReturnedCheckout): string | null {
  const rows = new Map(checkout.ledger_rows.map((row) => [row.fact_id, row]));
  if (rows.size !== checkout.ledger_rows.length) return 'Two ledger rows have one fact_id.';
  for (const candidate of checkout.answer_candidates) {
    const operation = checkout.operations.find(
      ({ answer_key }) => answer_key === candidate.answer_key,
    );
    const used = (operation?.fact_ids ?? []).flatMap((id) => rows.get(id) ?? []);
    if (
      operation === undefined ||
      used.length !== operation.fact_ids.length ||
      !used.every(isIncluded)
    )
      return `Candidate ${candidate.rank} rests on ledger rows that are not in the checkout.`;
    const result = compute(operation.operation, used);
    if (result?.answer_key !== candidate.answer_key || result.answer !== candidate.answer)
      return `Candidate ${candidate.rank} does not follow from its ledger rows.`;
    const groups = [...new Set(used.map(({ source_group }) => source_group))].sort();
    if (canonicalize(groups) !== canonicalize([...candidate.support_source_ids].sort()))
      return `Candidate ${candidate.rank} names other sources than its ledger rows.`;
  }
  return null;
}

/** The payload of `memory.synthesis.artifact.created`. Its id is the digest of everything else. */
export function artifactPayload(checkout: ReturnedCheckout): JsonObject & { artifact_id: string } {
  const { ledger_rows: rows, result, operations } = checkout;
  const included = rows.filter(isIncluded);
  const content: JsonObject = {
    schema: 'synthesis_artifact_v1',
    query: checkout.query,
    session_id: checkout.session_id,
    checkout: {
      ref: checkout.ref,
      replay_event_count: checkout.replay_event_count,
      quality: { ...checkout.quality },
      diagnostics_summary: {
        mode: checkout.mode,
        candidate_count: checkout.answer_candidates.length,
        ledger_row_count: rows.length,
        included_row_count: included.length,
      },
    },
    plan: checkout.slot_plan,
    purpose: checkout.purpose,
    answer_candidates: checkout.answer_candidates.map((each) => ({ ...each })),
    ledger_rows: rows.map((row) => ({ ...row })),
    ...(operations.length > 0 && { operations: operations.map((each) => ({ ...each })) }),
    ...(result !== null && { result }),
    support_packet: {
      citations: [...new Set(included.flatMap(({ citation }) => citation ?? []))].sort(),
      source_groups: [...new Set(included.map(({ source_group }) => source_group))].sort(),
      snippets: included.slice(0, MAX_SNIPPETS).map(({ raw_span }) => raw_span),
    },
    verification: {
      warnings: checkout.warnings,
      missing_evidence: checkout.missing_slots,
      contradictions: checkout.conflict_count,
      dedupe_decisions: rows
        .filter(({ exclude_reason: why }) => why === 'duplicate' || why === 'ambiguous_repeat')
        .map(({ fact_id, normalized_identity, exclude_reason }) => ({
          fact_id,
          normalized_identity,
          exclude_reason,
        })),
    },
    authority_status: 'non_authoritative',
  };
  const digest = sha256Hex(canonicalize(content)).slice(0, 16);
  return { ...content, artifact_id: `synthesis_${digest}` };
}
