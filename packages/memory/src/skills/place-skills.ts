/** Looks up the citations of versions in the log, and determines their permitted use. */
import type { CitationCheck } from '../shown/citation-check.ts';
import { readDecisions, type QuarantineDecisions } from '../shown/withhold.ts';
import { type SkillVersion, foldSkills, SKILL_FACT_TYPES, bySkill } from './fold-skills.ts';
import { useOf, whyNotShown, type SkillUse, type UseReason } from './standing.ts';
import { weighQuestion, coverageOf, termsIn, type Question } from '../question/question.ts';
import type { MemoryReads } from '../memory.ts';

/** Omits forgotten and unavailable versions. */
export async function placeSkills(
  versions: readonly SkillVersion[],
  check: CitationCheck,
  decisions: QuarantineDecisions,
): Promise<RelatedSkill[]> {
  const placed = await Promise.all(
    versions.map(async (version): Promise<RelatedSkill | null> => {
      const events = await Promise.all(
        version.records.map(({ session, seq, hash }) => check.event(session, seq, hash)),
      );
      if (events.some(({ state }) => state !== 'found')) return null;
      const stated = events[version.records.findIndex((record) => record === version.statedBy)];
      const citation = stated?.state === 'found' ? stated.citation : null;
      const withheld = whyNotShown(version, decisions);
      const foreign = withheld ?? whyNotShown(version, new Map(), version.records);
      return { version, citation, withheld, ...useOf(version, events.length > 0, foreign) };
    }),
  );
  return placed.filter((skill) => skill !== null);
}

const MAX_ROWS = 4000;
const LEAST_EVENTS = 50;

/** The procedures of a session that are related to a task, best first, with their permitted use. */
export async function findSkills(
  memory: MemoryReads,
  check: CitationCheck,
  session: string,
  query: string,
): Promise<RelatedSkill[]> {
  const sessions = [session];
  const rows = await memory.facts({
    sessions,
    types: [...SKILL_FACT_TYPES],
    limit: MAX_ROWS,
    includeSuperseded: true,
  });
  if (rows.length === 0) return [];
  const { terms } = await memory.search({ query, sessions, limit: 1 });
  const question = weighQuestion(query, terms, LEAST_EVENTS);
  const related = relateSkills(foldSkills(rows), question);
  return placeSkills(related, check, await readDecisions(memory, sessions));
}

// Which versions are related to a question.

/** A version related to the question, with verified citations and its permitted use. */
export interface RelatedSkill {
  version: SkillVersion;
  citation: string | null;
  /** Why its text is not shown. The citation leads to it. */
  withheld: ReturnType<typeof whyNotShown>;
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
