/** The sections of the prompt. To add one, add a row here and a renderer in `prompt.ts`. */
export type Tier = 'consolidated' | 'session' | 'volatile';

export type SectionKind =
  | 'checkout_header'
  | 'applicable_skills'
  | 'skill_analytics'
  | 'working_set'
  | 'recent_events'
  | 'checkout_query'
  | 'purpose_profile'
  | 'answer_candidates'
  | 'compact_answer_context'
  | 'current_facts'
  | 'evidence'
  | 'checkout_quality'
  | 'checkout_guidance'
  | 'purpose_guidance'
  | 'synthesis_guidance'
  | 'synthesis_evidence'
  | 'checkout_diagnostics'
  | 'retrieved_context'
  | 'context_warnings';

export interface Section {
  kind: SectionKind;
  /** The text at the start of the section in every rendering. */
  marker: string;
  tier: Tier;
  /** The value of one item of the section for the budget. */
  weight: number;
  mandatory: boolean;
}

export const SECTIONS: readonly Section[] = [
  section('checkout_header', '# Memory Checkout', 'consolidated', 1, true),
  section('applicable_skills', '## Applicable Skills', 'consolidated', 0.6, false),
  section('skill_analytics', '## Skill Analytics', 'consolidated', 0.35, false),
  section('working_set', '# Active Memory Working Set', 'session', 0.65, false),
  section('recent_events', '# Recent Events', 'session', 0.45, false),
  section('checkout_query', 'Query: ', 'volatile', 1, true),
  section('purpose_profile', '## Purpose Profile', 'volatile', 0.5, false),
  section('answer_candidates', '## Answer Candidates', 'volatile', 0.9, false),
  section('compact_answer_context', '## Compact Answer Context', 'volatile', 0.9, false),
  section('current_facts', '## Current Facts', 'volatile', 1, false),
  section('evidence', '## Evidence', 'volatile', 0.95, false),
  section('checkout_quality', '## Checkout Quality', 'volatile', 1, true),
  section('checkout_guidance', '## Checkout Guidance', 'volatile', 1, true),
  section('purpose_guidance', '## Purpose Guidance', 'volatile', 0.5, false),
  section('synthesis_guidance', '## Synthesis Guidance', 'volatile', 0.55, false),
  section('synthesis_evidence', '## Synthesis Evidence', 'volatile', 0.6, false),
  section('checkout_diagnostics', '## Checkout Diagnostics', 'volatile', 0.3, false),
  section('retrieved_context', '# Retrieved Context', 'volatile', 0.7, false),
  section('context_warnings', '# Context Warnings', 'volatile', 0.75, true),
];

const BY_KIND = new Map(SECTIONS.map((each) => [each.kind, each]));

export function sectionOf(kind: SectionKind): Section {
  return BY_KIND.get(kind)!;
}

function section(
  kind: SectionKind,
  marker: string,
  tier: Tier,
  weight: number,
  mandatory: boolean,
): Section {
  return { kind, marker, tier, weight, mandatory };
}
