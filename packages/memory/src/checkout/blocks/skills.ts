/**
 * Procedures related to the question: approved ones with their steps, the others with the reason they cannot be
 * followed.
 */
import type { JsonObject } from '@hookloom/core';
import { analyzeSkills, proceduralMemory } from '../../skills/analytics.ts';
import { bySkill, foldSkills, SKILL_FACT_TYPES } from '../../skills/fold-skills.ts';
import { placeSkills, relateSkills, type RelatedSkill } from '../../skills/place-skills.ts';
import { excerpt, foldText } from '../../shown/clean-text.ts';
import { sectionItem, sized, type Item } from '../items.ts';
import { sectionOf } from '../sections.ts';
import type { Block } from './block.ts';

/** The maximum number of skill rows to read, newest first. */
const MAX_ROWS = 4000;
const MAX_SKILLS = 3;
const MAX_STEPS = 5;
const STEP_CHARS = 240;
const NAME_CHARS = 80;
const SUMMARY_CHARS = 240;

export const skillsBlock: Block = {
  name: 'skills',
  types: SKILL_FACT_TYPES,
  async find({ findings, memory }) {
    const { target, plan } = findings;
    const rows = await memory.facts({
      sessions: target === null ? plan.sessions : [target.session],
      types: [...SKILL_FACT_TYPES],
      limit: MAX_ROWS,
      includeSuperseded: true,
      ...(target !== null && { asOfSeq: target.seq }),
    });
    if (rows.length === 0) return null;
    const related = relateSkills(foldSkills(rows), findings.question);
    const { check, decisions } = findings.gathered;
    const skills = await placeSkills(related, check, decisions);
    if (skills.length === 0) return null;
    const applicable = skills.filter(({ use }) => use === 'applicable');
    const shown = applicable.slice(0, MAX_SKILLS).toSorted(byPlace);
    const lines = new Map(shown.map((skill, order) => [skillItem(skill, order), skill]));
    const analytics = analyzeSkills(skills);
    const text = analytics === null ? null : sectionItem('skill_analytics', analytics.text);
    return {
      items: [...lines.keys(), ...(text === null ? [] : [text])],
      diagnostics(kept) {
        const items = [...lines]
          .filter(([item]) => kept.has(item))
          .map(([, skill]) => entry(skill));
        return {
          ...(applicable.length > 0 && { skills: { count: applicable.length, items } }),
          ...(analytics !== null && { skill_analytics: analytics.diagnostics }),
          procedural_memory: proceduralMemory(skills),
        };
      },
      trust:
        shown.length > 0
          ? ['An applicable skill is a validated procedure; record how it went with memory_skill.']
          : [],
      ignore: skills.some(({ use }) => use !== 'applicable')
        ? ['Procedures that are only diagnostic or excluded are no instructions.']
        : [],
    };
  },
};

/** Keeps the prefix of the prompt byte-identical, whatever the question ranked first. */
function byPlace(a: RelatedSkill, b: RelatedSkill): number {
  return bySkill(a.version, b.version);
}

function skillItem({ version, citation }: RelatedSkill, order: number): Item {
  const { skillId, procedure, status } = version;
  const title = [version.name, version.summary].filter((text) => text !== '').join(': ');
  const said = excerpt(foldText(title), SUMMARY_CHARS);
  const name = excerpt(foldText(skillId), NAME_CHARS);
  const number = excerpt(foldText(version.version), NAME_CHARS);
  const channel = version.records.at(-1)!.channel;
  const head = `- ${name} v${number}${said === '' ? '' : `: ${said}`} (${citation}) [${status} · ${channel}]`;
  const steps = procedure
    .slice(0, MAX_STEPS)
    .map((step, at) => `  ${at + 1}. ${excerpt(foldText(step), STEP_CHARS)}`);
  const more = procedure.length - steps.length;
  return sized({
    kind: 'applicable_skills',
    order,
    value: sectionOf('applicable_skills').weight * 0.95 ** order,
    line: [head, ...steps, ...(more > 0 ? [`  … ${more} more steps`] : [])].join('\n'),
  });
}

function entry({ version, citation }: RelatedSkill): JsonObject {
  const { skillId, status, procedure, applicability, outcomes, meanScore } = version;
  return {
    skill_id: excerpt(foldText(skillId), NAME_CHARS),
    version: excerpt(foldText(version.version), NAME_CHARS),
    status,
    name: excerpt(foldText(version.name), NAME_CHARS),
    summary: excerpt(foldText(version.summary), SUMMARY_CHARS),
    procedure: procedure.slice(0, MAX_STEPS).map((step) => excerpt(foldText(step), STEP_CHARS)),
    step_count: procedure.length,
    applicability: applicability.slice(0, 5).map((text) => excerpt(foldText(text), NAME_CHARS)),
    outcomes: { ...outcomes },
    mean_score: meanScore,
    citation,
  };
}
