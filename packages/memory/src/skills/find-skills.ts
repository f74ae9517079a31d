import type { CitationCheck } from '../shown/citation-check.ts';
import { weighQuestion } from '../question/question.ts';
import type { MemoryReads } from '../memory.ts';
import { foldSkills, SKILL_FACT_TYPES } from './fold-skills.ts';
import { placeSkills } from './place-skills.ts';
import { relateSkills, type RelatedSkill } from './relate-skills.ts';

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
  return placeSkills(relateSkills(foldSkills(rows), question), check);
}
