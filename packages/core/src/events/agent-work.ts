/** What agents and people did: goals, tasks, decisions, diagnoses, verifications, handoffs (zaxy.md §13). */
import { z } from 'zod';
import { defineEvent, type EventDefinition } from './definition.ts';

const text = z.string();
const texts = z.array(z.string());

export const agentWorkEvents: EventDefinition[] = [
  defineEvent({
    type: 'goal.created',
    class: 'memory',
    actor: 'user',
    summary: 'A goal was set.',
    schema: z.looseObject({ title: text, summary: text.optional() }),
    example: { title: 'Ship the first release', summary: 'Hooks, log and checkout for one client' },
  }),
  defineEvent({
    type: 'task.proposed',
    class: 'memory',
    actor: 'assistant',
    summary: 'A task was proposed, often for a goal.',
    schema: z.looseObject({
      taskId: text,
      title: text.optional(),
      goalTitle: text.optional(),
      summary: text.optional(),
    }),
    example: {
      taskId: 'T-12',
      title: 'Write the torn-tail test',
      goalTitle: 'Ship the first release',
    },
  }),
  defineEvent({
    type: 'task.claimed',
    class: 'memory',
    actor: 'assistant',
    summary: 'An actor took a task.',
    schema: z.looseObject({ taskId: text, title: text.optional() }),
    example: { taskId: 'T-12' },
  }),
  defineEvent({
    type: 'task.completed',
    class: 'memory',
    actor: 'assistant',
    summary: 'A task is done; the summary says how.',
    schema: z.looseObject({ taskId: text, title: text.optional(), summary: text.optional() }),
    example: { taskId: 'T-12', summary: 'Every byte of the last three lines is cut once' },
  }),
  defineEvent({
    type: 'decision.made',
    class: 'memory',
    actor: 'assistant',
    summary: 'A choice was made and should be found again with its reasons.',
    schema: z.looseObject({
      decision: text,
      rationale: text.optional(),
      alternatives: texts.optional(),
      summary: text.optional(),
    }),
    example: {
      decision: 'Use JSONL for the log',
      rationale: 'Append-only, readable with any tool, one line per event',
      alternatives: ['SQLite as the log', 'one file per event'],
    },
  }),
  defineEvent({
    type: 'context.policy',
    class: 'memory',
    actor: 'user',
    summary: 'A rule about what context a project or source may give.',
    schema: z.looseObject({ project: text, source: text, policy: text.optional() }),
    example: { project: 'demo', source: 'docs/', policy: 'read before answering about the API' },
  }),
  defineEvent({
    type: 'issue.diagnosed',
    class: 'memory',
    actor: 'assistant',
    summary: 'The cause of a problem was found.',
    schema: z.looseObject({
      issue: text,
      cause: text.optional(),
      fix: text.optional(),
      summary: text.optional(),
    }),
    example: {
      issue: 'Login fails after an hour',
      cause: 'The refresh token was never stored',
      fix: 'Store it at login',
    },
  }),
  defineEvent({
    type: 'verification.recorded',
    class: 'memory',
    actor: 'assistant',
    summary: 'A command was run to prove something, with its outcome.',
    schema: z.looseObject({ command: text, outcome: text.optional(), summary: text.optional() }),
    example: { command: 'npm test', outcome: 'passed', summary: '312 tests' },
  }),
  defineEvent({
    type: 'handoff.created',
    class: 'memory',
    actor: 'assistant',
    summary: 'Work was handed to the next session or agent.',
    schema: z.looseObject({
      summary: text,
      next_steps: texts.optional(),
      risks: texts.optional(),
    }),
    example: {
      summary: 'Log and lock are done',
      next_steps: ['Write the projector'],
      risks: ['Slow disks'],
    },
  }),
  defineEvent({
    type: 'user.preference_changed',
    class: 'memory',
    actor: 'user',
    summary: 'The user said how they want things done.',
    schema: z.looseObject({
      preference: text,
      value: z.unknown().optional(),
      summary: text.optional(),
    }),
    example: { preference: 'commit messages', value: 'short, imperative, say why' },
  }),
];
