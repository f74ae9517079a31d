import { correct } from '../../operations/correct.ts';
import { forget } from '../../operations/forget.ts';
import { invalidate } from '../../operations/invalidate.ts';
import { remember } from '../../operations/remember.ts';
import { why } from '../../operations/why.ts';
import { defineTool } from './tool.ts';

export const invalidateTools = [
  defineTool({
    name: 'memory_invalidate',
    title: 'End a fact',
    description: 'Ends a fact at invalid_at (ISO 8601) without a new one; its history stays.',
    output: ['status'],
    profile: 'core',
    scope: 'admin',
    run: invalidate,
    summarize: () => 'invalidated 1 fact',
  }),
];

export const correctionTools = [
  defineTool({
    name: 'memory_remember',
    title: 'Remember a fact',
    description:
      'Saves and pins one fact: every relevant checkout returns it. Use it when the user says "remember", or for a lasting rule or preference. asked_as: questions it answers.',
    profile: 'core',
    scope: 'write',
    run: remember,
    summarize: (result) => `${result.status} 1 fact`,
  }),
  defineTool({
    name: 'memory_correct',
    title: 'Correct a fact',
    description:
      'Replaces what a fact says, named by citation or by entity_name and entity_type. The older version stays in history for questions about the past; give the reason.',
    scope: 'write',
    run: correct,
    summarize: (result) => `fact ${result.status}`,
  }),
  defineTool({
    name: 'memory_forget',
    title: 'Forget for good',
    description:
      'Destroys recorded content, only when the user asks to forget. Shows what would go unless dry_run is false; cannot be undone. Choose by query, citations, entity_name with entity_type, or whole_session; values names the exact texts to refuse from then on; secrets adds what looks like a secret in the rows. A query needs the confirm of its dry run.',
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: false,
    },
    meta: { 'anthropic/requiresUserInteraction': true },
    scope: 'admin',
    run: forget,
    summarize(result) {
      const answer = result;
      return answer.status === 'dry_run'
        ? `dry run: ${answer.would_forget} events`
        : `forgot ${answer.forgotten} events`;
    },
  }),
  defineTool({
    name: 'memory_why',
    title: 'Why was it recalled',
    description:
      'For a citation and a question: whether the checkout has the event, its place and the parts of its score, or which rule left it out (superseded, invalidated, forgotten, withheld, budget, limit, other session, telemetry, no shared word).',
    scope: 'read',
    run: why,
    summarize: (result) => `rule ${result.rule}`,
  }),
];
