import type { JsonObject } from '@hookloom/core';
import { excerpt, foldText } from '../shown/clean-text.ts';
import type { Question } from '../question/question.ts';

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

/** The reason for an answer without rows. */
export function nothingFound({ listed, unrecorded }: Question): string {
  if (listed !== undefined) return `No ${LISTED[listed[0]!] ?? listed[0]} is recorded.`;
  if (unrecorded === 'documents') return NO_DOCUMENT;
  return unrecorded === undefined
    ? 'No current fact in memory answers this question.'
    : 'No such command or edit is recorded.';
}

const NO_DOCUMENT =
  'No indexed document describes this. `hookloom refresh-context . --kind documents` indexes them.';

const LISTED: Record<string, string> = {
  denial: 'denied call',
  handoff: 'open end',
  rejected: 'rejected option',
};

/** The reason for an answer that no row contains as a whole. */
export function partly(isPart: boolean, terms: string[], question: Question): string {
  if (question.unrecorded === 'documents') return NO_DOCUMENT;
  if (question.isGeneric === true)
    return 'The question names nothing specific, so another row may be meant.';
  if (!isPart) return 'The words of the question are in current facts, but not in one place.';
  const missing = terms.length === 0 ? '' : `; not found together with: ${terms.join(', ')}`;
  return `Current facts cover only part of the question${missing}.`;
}
