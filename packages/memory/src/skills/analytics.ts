/** Statistics about procedures, read-only: candidates for promotion and rollback, outcomes, contradictions. */
import type { JsonObject } from '@hookloom/core';
import { excerpt, foldText } from '../shown/clean-text.ts';
import { round } from '../search/rank.ts';
import type { RelatedSkill } from './place-skills.ts';
import { isPromotionCandidate, isRollbackCandidate } from './standing.ts';

const MAX_LISTED = 5;
const NAME_CHARS = 80;

/** Null if nothing was used, judged or contradicted. */
export function analyzeSkills(skills: readonly RelatedSkill[]) {
  const proposed = skills.filter(({ version }) => version.status !== null);
  const sum = (read: (skill: RelatedSkill) => number): number =>
    proposed.reduce((total, skill) => total + read(skill), 0);
  const outcomes = {
    success: sum(({ version }) => version.outcomes.success),
    failure: sum(({ version }) => version.outcomes.failure),
    neutral: sum(({ version }) => version.outcomes.neutral),
  };
  const contradictions = sum(({ version }) => version.contradictions);
  const applications = sum(({ version }) => version.applications);
  const promotion = proposed.filter(({ version }) => isPromotionCandidate(version));
  const rollback = proposed.filter(({ version }) => isRollbackCandidate(version));
  const judged = outcomes.success + outcomes.failure + outcomes.neutral;
  if (judged + contradictions + applications + rollback.length === 0) return null;
  const scores = proposed.flatMap(({ version }) => version.scores);
  const mean =
    scores.length === 0 ? null : round(scores.reduce((a, b) => a + b, 0) / scores.length);
  return {
    diagnostics: {
      skill_count: new Set(proposed.map(({ version }) => version.skillId)).size,
      version_count: proposed.length,
      application_count: applications,
      outcome_counts: outcomes,
      mean_score: mean,
      contradiction_count: contradictions,
      promotion_candidates: promotion.slice(0, MAX_LISTED).map(candidate),
      rollback_candidates: rollback.slice(0, MAX_LISTED).map(candidate),
      authority_status: 'non_authoritative',
    },
    text: [
      `- ${judged} outcomes: ${outcomes.success} good, ${outcomes.failure} bad, ${outcomes.neutral} neither; mean score ${mean ?? 'none'}; ${contradictions} contradictions.`,
      ...named('Worked so far, may be validated or kept', promotion),
      ...named('Candidates for rollback, do not follow', rollback),
    ].join('\n'),
  };
}

/** Which procedures may be followed, which are only visible, and which are omitted and why. */
export function proceduralMemory(skills: readonly RelatedSkill[]): JsonObject {
  const of = (use: RelatedSkill['use']): RelatedSkill[] =>
    skills.filter((skill) => skill.use === use);
  const reasons: Record<string, number> = {};
  const left = skills.filter(({ use }) => use !== 'applicable');
  for (const reason of left.flatMap((skill) => skill.reasons).toSorted())
    reasons[reason] = (reasons[reason] ?? 0) + 1;
  return {
    context_count: skills.length,
    applicable_count: of('applicable').length,
    diagnostic_count: of('diagnostic').length,
    excluded_count: of('excluded').length,
    rollback_candidate_count: skills.filter(({ version }) => isRollbackCandidate(version)).length,
    contradiction_count: skills.reduce((sum, { version }) => sum + version.contradictions, 0),
    excluded_reasons: reasons,
    not_applicable: left.slice(0, MAX_LISTED).map(({ version, citation, use, reasons: why }) => ({
      skill_id: shown(version.skillId),
      version: shown(version.version),
      use,
      reasons: why,
      citation,
    })),
    authority_status: 'non_authoritative',
  };
}

function candidate({ version, citation }: RelatedSkill): JsonObject {
  return {
    skill_id: shown(version.skillId),
    version: shown(version.version),
    status: version.status,
    outcomes: { ...version.outcomes },
    mean_score: version.meanScore,
    contradiction_count: version.contradictions,
    citation,
  };
}

function named(label: string, skills: readonly RelatedSkill[]): string[] {
  if (skills.length === 0) return [];
  const names = skills
    .slice(0, MAX_LISTED)
    .map(
      ({ version, citation }) =>
        `${shown(version.skillId)} v${shown(version.version)} (${citation ?? 'no citation'})`,
    );
  const more = skills.length - names.length;
  return [`- ${label}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`];
}

function shown(text: string): string {
  return excerpt(foldText(text), NAME_CHARS);
}
