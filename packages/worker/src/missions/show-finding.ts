/** A finding in the form of answers, pages and commands. */
import { renderCitation } from '@hookloom/core';
import { excerpt, foldText } from '@hookloom/memory/checkout';
import type { ResolvedEvidence } from './evidence.ts';
import { isAccepted, type AssessedFinding } from './read-mission.ts';
import { isPromoted, type EventRef } from './state.ts';

const TEXT_CHARS = 2000;

/** Its text comes from a worker, without control characters. */
export interface ShownFinding {
  finding_id: string;
  worker_id: string;
  status: string;
  summary: string;
  citation: string;
  evidence: ResolvedEvidence[];
  authority_status: 'accepted' | 'non_authoritative';
  confidence?: number;
  claim_key?: string;
  claim_value?: string;
  rationale?: string;
  reviewed_by?: string;
  review_by?: string;
  stale_reason?: string;
  duplicate_of?: string;
  superseded_by?: string;
  conflict_ids?: string[];
}

export function showFinding(finding: AssessedFinding): ShownFinding {
  const review = finding.reviews.at(-1);
  const { session_id, seq, hash } = finding.source;
  return {
    finding_id: finding.id,
    worker_id: finding.worker,
    status:
      finding.retraction !== null ? 'retracted' : isPromoted(finding) ? 'promoted' : finding.status,
    summary: shownText(finding.summary),
    citation: renderCitation(session_id, seq, hash),
    evidence: finding.evidence.map((item) => ({ ...item, reference: shownText(item.reference) })),
    authority_status: isAccepted(finding) ? 'accepted' : 'non_authoritative',
    ...(finding.confidence !== null && { confidence: finding.confidence }),
    ...(finding.claimKey !== null && { claim_key: shownText(finding.claimKey) }),
    ...(finding.claimValue !== null && { claim_value: shownText(finding.claimValue) }),
    ...(review !== undefined && { reviewed_by: shownText(review.actor), review_by: review.by }),
    ...(review !== undefined &&
      review.rationale !== '' && { rationale: shownText(review.rationale) }),
    ...(finding.stale !== null && { stale_reason: shownText(finding.stale) }),
    ...(finding.duplicateOf !== null && { duplicate_of: finding.duplicateOf }),
    ...(finding.supersededBy !== null && { superseded_by: finding.supersededBy }),
    ...(finding.conflicts.length > 0 && { conflict_ids: finding.conflicts.map(({ id }) => id) }),
  };
}

export function shownText(text: string): string {
  return excerpt(foldText(text), TEXT_CHARS);
}

export function headOf({ seq, hash }: EventRef): { seq: number; hash: string } {
  return { seq, hash };
}
