import type { JsonObject } from '@hookloom/core';
import { excerpt, foldText } from '../shown/clean-text.ts';

const REFRESH_REASON =
  'Refresh memory before major follow-up work, after compaction/resume, or when task scope changes.';

const STATE_PROMPT = 'current decisions, blockers, and next actions for';

/** Whether an earlier checkout requested this question. Another such call would find nothing new. */
export function isFollowUp(query: string): boolean {
  return withoutPrompts(query) !== query;
}

function withoutPrompts(query: string): string {
  return query.replace(FOLLOW_UP, '');
}

/** The documented next call. Names what is missing, if anything is. */
export function refresh(query: string, missingTerms: string[], slots: string[]): JsonObject {
  const asked = excerpt(foldText(withoutPrompts(query)), 300);
  const queries = [
    ...missingTerms.slice(0, 2).map((term) => ({ slot: 'exact', query: term })),
    ...slots.map((slot) => ({ slot, query: `${inWords(slot)}: ${asked}` })),
  ];
  return {
    tool: 'memory_checkout',
    query: `${STATE_PROMPT}: ${asked}`,
    reason: REFRESH_REASON,
    ...(missingTerms.length > 0 && { missing_terms: missingTerms }),
    ...(slots.length > 0 && { missing_slots: slots }),
    ...(queries.length > 0 && { suggested_queries: queries }),
  };
}

/** What a slot asks for, in words for a person. */
export function inWords(slot: string): string {
  return SLOT_PROMPT[slot] ?? 'sources';
}

const SLOT_PROMPT: Record<string, string> = {
  numeric: 'numbers and amounts',
  temporal: 'dates and times',
  rationale: 'reasons and alternatives',
  source: 'sources',
  source_groups: 'further sources',
  time_span: 'how long it takes',
  frequency: 'how often',
  money: 'prices and costs',
  size: 'sizes and limits',
  version: 'versions',
  code_name: 'names in the code',
  date: 'planned dates',
  moment: 'times and conditions',
  person: 'people and teams',
  percentage: 'percentages',
  choice: 'what was chosen',
  status: 'how far it is',
};

const FOLLOW_UP = new RegExp(
  `^(?:(?:${[STATE_PROMPT, ...Object.values(SLOT_PROMPT)].join('|')}): )+`,
  'i',
);
