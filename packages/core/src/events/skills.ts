/** Procedures that agents learn: proposed, tried and reviewed. */
import { z } from 'zod';
import type { JsonObject } from '../json.ts';
import { by, eventFamily } from './definition.ts';

const text = z.string();
const version = z.union([text, z.number()]).optional();
const skill = z.looseObject({ skill_id: text, version });
const id = { skill_id: 'python-test-first', version: '1' };
const citation = 'eventloom://project-default/events/2#0464261d6ec0';

export const skillEvents = eventFamily(by('assistant', 'operation', 'memory_skill'), {
  'skill.proposed': step('A procedure was proposed; it has no authority yet.', {
    ...id,
    name: 'Test first',
    summary: 'Write the failing test before the change in Python code',
    procedure: ['Write a failing test', 'Make it pass', 'Run pytest'],
    applicability: ['python changes'],
    citations: [citation],
  }),
  'skill.validated': step('A version of a procedure was found to work.', {
    ...id,
    evidence: ['Twelve changes without a regression'],
  }),
  'skill.revised': step('A new version replaces an older one.', {
    ...id,
    version: '2',
    supersedes_version: '1',
    procedure: ['Write a failing test', 'Make it pass', 'Run pytest -x', 'Run ruff'],
    reason: 'Lint failures came back in review',
  }),
  'skill.deprecated': step('A version should no longer be used.', {
    ...id,
    reason: 'The project moved to another test runner',
  }),
  'skill.contradicted': step('Evidence contradicts a version.', {
    ...id,
    contradiction_reason: 'pytest is not installed in this project',
  }),
  'skill.applied': step('A version was used for a task.', { ...id, task: 'T-7' }),
  'skill.outcome_recorded': step('How the use of a version went.', {
    ...id,
    task: 'T-7',
    success_score: 0.9,
    feedback: 'passed',
  }),
});

function step(summary: string, example: JsonObject) {
  return { summary, schema: skill, example };
}
