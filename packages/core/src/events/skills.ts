/** Procedures that agents learn: proposed, tried and reviewed. */
import { z } from 'zod';
import { defineEvent, type EventDefinition } from './definition.ts';

const text = z.string();
const version = z.union([text, z.number()]).optional();
const skill = z.looseObject({ skill_id: text, version });
const id = { skill_id: 'python-test-first', version: '1' };
const citation = 'eventloom://project-default/events/2#0464261d6ec0';

export const skillEvents: EventDefinition[] = [
  skillEvent('skill.proposed', 'A procedure was proposed; it has no authority yet.', {
    ...id,
    name: 'Test first',
    summary: 'Write the failing test before the change in Python code',
    procedure: ['Write a failing test', 'Make it pass', 'Run pytest'],
    applicability: ['python changes'],
    citations: [citation],
  }),
  skillEvent('skill.validated', 'A version of a procedure was found to work.', {
    ...id,
    evidence: ['Twelve changes without a regression'],
  }),
  skillEvent('skill.revised', 'A new version replaces an older one.', {
    ...id,
    version: '2',
    supersedes_version: '1',
    procedure: ['Write a failing test', 'Make it pass', 'Run pytest -x', 'Run ruff'],
    reason: 'Lint failures came back in review',
  }),
  skillEvent('skill.deprecated', 'A version should no longer be used.', {
    ...id,
    reason: 'The project moved to another test runner',
  }),
  skillEvent('skill.contradicted', 'Evidence contradicts a version.', {
    ...id,
    contradiction_reason: 'pytest is not installed in this project',
  }),
  skillEvent('skill.applied', 'A version was used for a task.', { ...id, task: 'T-7' }),
  skillEvent('skill.outcome_recorded', 'How the use of a version went.', {
    ...id,
    task: 'T-7',
    success_score: 0.9,
    feedback: 'passed',
  }),
];

function skillEvent(
  type: string,
  summary: string,
  example: EventDefinition['example'],
): EventDefinition {
  return defineEvent({
    type,
    class: 'memory',
    writtenBy: 'operation',
    operation: 'memory_skill',
    actor: 'assistant',
    summary,
    schema: skill,
    example,
  });
}
