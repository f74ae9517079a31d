/** The preferences of a purpose: kinds of rows and words that move a row by a bounded amount. */
import { termsOf } from '../salience/name-words.ts';
import type { Candidate } from './candidate.ts';
import type { PurposeProfile } from './purpose-presets.ts';

/** Multipliers by kind of row, 0.25 to 2.5; 1 is neutral. */
const LENSES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  coding: { failed_attempt: 1.35, verification: 1.25, decision: 1.2, issue: 1.2, file_edit: 1.1 },
  review: { decision: 1.3, verification: 1.3, finding: 1.2, issue: 1.15 },
  release: { verification: 1.4, issue: 1.25, decision: 1.15, handoff: 1.1 },
  security: { issue: 1.35, decision: 1.2, verification: 1.2, context_policy: 1.2 },
  research: { source: 1.3, finding: 1.2, document: 1.2 },
  coordinate: {
    coordination_proof_packet: 1.45,
    handoff: 1.25,
    promotion: 1.35,
    coordination_non_authoritative_row: 0.35,
  },
  support: { issue: 1.35, failed_attempt: 1.25, verification: 1.15, handoff: 1.1 },
  product: { goal: 1.3, preference: 1.25, decision: 1.2, task: 1.1 },
  sales: { decision: 1.25, preference: 1.2, verification: 1.1 },
  legal: { context_policy: 1.35, decision: 1.25 },
  executive: { goal: 1.3, decision: 1.25, handoff: 1.2 },
};
/** The multiplier for a kind that the caller's own lens names. */
const NAMED = 1.25;
const MAX_TERMS = 24;
const PER_TERM = 0.02;
const MOST_FOR_TERMS = 0.06;
const PER_LENS = 0.15;
const MOST = 0.12;

export interface PurposeLens {
  terms: string[];
  multipliers: Record<string, number>;
  /** From -0.12 to 0.12. */
  bonus(row: Pick<Candidate, 'entityType' | 'eventType' | 'content'>): number;
}

export function purposeLens(profile: PurposeProfile): PurposeLens {
  const multipliers: Record<string, number> = {
    ...LENSES[profile.profile],
    ...Object.fromEntries(profile.ontology_lens.map((kind) => [kind, NAMED])),
  };
  const texts = [...profile.required_evidence, ...profile.retain, profile.task ?? ''];
  const terms = [...new Set(texts.flatMap((text) => termsOf(text.replaceAll('_', ' '))))].slice(
    0,
    MAX_TERMS,
  );
  const wanted = new Set(terms);
  return {
    terms,
    multipliers,
    bonus({ entityType, eventType, content }) {
      const multiplier =
        (Object.hasOwn(multipliers, entityType ?? '') && multipliers[entityType!]) || 1;
      const words = termsOf(`${(entityType ?? '').replaceAll('_', ' ')} ${eventType} ${content}`);
      const hits = words.filter((term) => wanted.has(term)).length;
      const value = PER_LENS * (multiplier - 1) + Math.min(MOST_FOR_TERMS, PER_TERM * hits);
      return Math.min(MOST, Math.max(-MOST, value));
    },
  };
}
