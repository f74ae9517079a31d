/** What agents and people did: goals, tasks, decisions, diagnoses, verifications, handoffs. */
import { z } from 'zod';
import { by, eventFamily } from './definition.ts';

const text = z.string();
const texts = z.array(z.string());

/** A payload that names its subject in one of these fields; the first one present counts. */
function about(names: readonly string[], more: z.ZodRawShape = {}): z.ZodType {
  const named = Object.fromEntries(names.map((name) => [name, text.optional()]));
  return z
    .looseObject({ ...named, ...more })
    .refine(
      (payload) =>
        names.some((name) => {
          const said = (payload as Record<string, unknown>)[name];
          return typeof said === 'string' && said.trim() !== '';
        }),
      `needs one of ${names.join(', ')}`,
    )
    .meta({ anyOf: names.map((name) => ({ required: [name] })) });
}

const TASK = ['taskId', 'task_id', 'id', 'title'];

export const agentWorkEvents = eventFamily(by('assistant', 'caller'), {
  'goal.created': {
    actor: 'user',
    summary: 'A goal was set.',
    schema: about(['title', 'goal', 'summary']),
    example: { title: 'Ship the first release', summary: 'Hooks, log and checkout for one client' },
  },
  'task.proposed': {
    summary: 'A task was proposed, often for a goal.',
    schema: about(TASK, { goalTitle: text.optional(), summary: text.optional() }),
    example: {
      taskId: 'T-12',
      title: 'Write the torn-tail test',
      goalTitle: 'Ship the first release',
    },
  },
  'task.claimed': {
    summary: 'An actor took a task.',
    schema: about(TASK),
    example: { taskId: 'T-12' },
  },
  'task.completed': {
    summary: 'A task is done. The summary says how.',
    schema: about(TASK, { summary: text.optional() }),
    example: { taskId: 'T-12', summary: 'Every byte of the last three lines is cut once' },
  },
  'decision.made': {
    summary:
      'A choice was made and should be found again with its reasons. With the actor `user`, a hook or a session file reports what a person decided in a dialogue of the client: `question`, `options` and `plan` are the words of the agent, `choice` and `rationale` those of the person.',
    schema: about(['decision', 'title', 'summary'], {
      rationale: text.optional(),
      alternatives: texts.optional(),
    }),
    example: {
      decision: 'Use JSONL for the log',
      rationale: 'Append-only, readable with any tool, one line per event',
      alternatives: ['SQLite as the log', 'one file per event'],
    },
  },
  'context.policy': {
    actor: 'user',
    summary: 'A rule about the context that a project or source may provide.',
    schema: about(['project', 'source', 'policy', 'summary']),
    example: { project: 'demo', source: 'docs/', policy: 'read before answering about the API' },
  },
  'issue.diagnosed': {
    summary: 'The cause of a problem was found.',
    schema: about(['issue', 'title', 'summary'], {
      cause: text.optional(),
      fix: text.optional(),
    }),
    example: {
      issue: 'Login fails after an hour',
      cause: 'The refresh token was never stored',
      fix: 'Store it at login',
    },
  },
  'verification.recorded': {
    summary: 'A command was run to prove something, with its outcome.',
    schema: about(['command', 'title', 'summary'], { outcome: text.optional() }),
    example: { command: 'npm test', outcome: 'passed', summary: '312 tests' },
  },
  'handoff.created': {
    summary: 'Work was handed to the next session or agent.',
    schema: about(['summary', 'title'], {
      next_steps: texts.optional(),
      risks: texts.optional(),
    }),
    example: {
      summary: 'Log and lock are done',
      next_steps: ['Write the projector'],
      risks: ['Slow disks'],
    },
  },
  'user.preference_changed': {
    actor: 'user',
    summary: 'The user said how they want things done.',
    schema: about(['preference', 'key', 'name', 'summary'], { value: z.unknown().optional() }),
    example: { preference: 'commit messages', value: 'short, imperative, say why' },
  },
});
