/** Which versions are related to a question. */
import { coverageOf, termsIn, type Question } from '../question/question.ts';
import { bySkill, type SkillVersion } from './fold-skills.ts';
import type { SkillUse, UseReason } from './standing.ts';

/** A version related to the question, with verified citations and its permitted use. */
export interface RelatedSkill {
  version: SkillVersion;
  citation: string | null;
  use: SkillUse;
  reasons: UseReason[];
}

/** The minimum share of the question's weight in a skill's own words. */
const LEAST_COVERAGE = 0.2;
const MAX_RELATED = 50;

/**
 * Versions whose name, summary or field of use contains a distinguishing word of the question, best first. Empty for a
 * question without a subject, because procedures are offered for tasks.
 */
export function relateSkills(
  versions: readonly SkillVersion[],
  question: Question,
): SkillVersion[] {
  if (question.aboutState) return [];
  return versions
    .map((version) => ({ version, terms: termsIn(question, wordsOf(version)) }))
    .map((each) => ({ ...each, coverage: coverageOf(question, each.terms) }))
    .filter(
      ({ terms, coverage }) =>
        coverage >= LEAST_COVERAGE && [...terms].some((at) => question.terms[at]!.distinguishing),
    )
    .toSorted((a, b) => b.coverage - a.coverage || bySkill(a.version, b.version))
    .slice(0, MAX_RELATED)
    .map(({ version }) => version);
}

function wordsOf({ skillId, name, summary, applicability }: SkillVersion): string {
  return [skillId.replaceAll(/[-_.:]/g, ' '), name, summary, ...applicability].join('\n');
}
