/** Looks up the citations of versions in the log, and determines their permitted use. */
import type { CitationCheck } from '../shown/citation-check.ts';
import type { SkillVersion } from './fold-skills.ts';
import type { RelatedSkill } from './relate-skills.ts';
import { useOf } from './standing.ts';

export type { RelatedSkill } from './relate-skills.ts';

/** Omits forgotten and unavailable versions. */
export async function placeSkills(
  versions: readonly SkillVersion[],
  check: CitationCheck,
): Promise<RelatedSkill[]> {
  const placed = await Promise.all(
    versions.map(async (version): Promise<RelatedSkill | null> => {
      const events = await Promise.all(
        version.records.map(({ session, seq, hash }) => check.event(session, seq, hash)),
      );
      if (events.some(({ state }) => state !== 'found')) return null;
      const stated = events[version.records.findIndex((record) => record === version.statedBy)];
      const citation = stated?.state === 'found' ? stated.citation : null;
      return { version, citation, ...useOf(version, events.length > 0) };
    }),
  );
  return placed.filter((skill) => skill !== null);
}
