import type { JsonObject } from '@hookloom/core';
import { excerpt, foldText } from './clean-text.ts';

const REFRESH_REASON =
  'Refresh memory before major follow-up work, after compaction/resume, or when task scope changes.';

/** The documented next call. Names what is missing, if anything is. */
export function refresh(query: string, missingTerms: string[], slots: string[]): JsonObject {
  const asked = excerpt(foldText(query), 300);
  const queries = [
    ...missingTerms.slice(0, 2).map((term) => ({ slot: 'exact', query: term })),
    ...slots.map((slot) => ({ slot, query: `${SLOT_PROMPT[slot] ?? slot}: ${asked}` })),
  ];
  return {
    tool: 'memory_checkout',
    query: `current decisions, blockers, and next actions for: ${asked}`,
    reason: REFRESH_REASON,
    ...(missingTerms.length > 0 && { missing_terms: missingTerms }),
    ...(slots.length > 0 && { missing_slots: slots }),
    ...(queries.length > 0 && { suggested_queries: queries }),
  };
}

const SLOT_PROMPT: Record<string, string> = {
  numeric: 'numbers and amounts',
  temporal: 'dates and times',
  rationale: 'reasons and alternatives',
  source: 'sources',
};
