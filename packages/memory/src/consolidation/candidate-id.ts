import { canonicalize, sha256Hex } from '@hookloom/core';
import type { CitedEvent } from './proposals.ts';
import type { CandidateType } from './states.ts';

const ID_DIGITS = 24;

/**
 * The same proposal from the same events has the same id.
 *
 * @example candidateId('claim', 'Releases are cut on Fridays', sources) // 'consolidation:claim:9f86…'
 */
export function candidateId(
  candidate_type: CandidateType,
  title: string,
  source_events: readonly CitedEvent[],
): string {
  return `consolidation:${candidate_type}:${digest({ candidate_type, source_events, title })}`;
}

/** 24 hex digits of a value. */
export function digest(value: unknown): string {
  return sha256Hex(canonicalize(value)).slice(0, ID_DIGITS);
}
