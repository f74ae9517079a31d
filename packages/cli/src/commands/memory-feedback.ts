import { defined, invalidRequest } from '@hookloom/core';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { argument, choice, memoryOptions, share, text } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';

export const command = defineCommand({
  name: 'memory feedback',
  summary: 'Report whether a remembered fact was useful.',
  description:
    '`used` and `helpful` strengthen the fact. `irrelevant` is recorded and changes nothing. The citation must be from this workspace.',
  arguments: { entityName: argument('ENTITY_NAME', 'the fact, as a checkout names it') },
  options: {
    entityType: text('--entity-type <type>', 'decision, task, … (default: memory)'),
    feedback: choice('--feedback <word>', 'how it helped (default: used)', [
      'used',
      'helpful',
      'irrelevant',
    ]),
    citation: text('--citation <citation>', 'citation (eventloom://…) of the fact'),
    query: text('--query <question>', 'the question it answered'),
    reason: text('--reason <text>', 'why'),
    purpose: text('--purpose <name>', 'the purpose it served'),
    outcome: text(
      '--outcome <word>',
      'what it changed: changed_answer, supported_handoff, failed, …',
    ),
    importance: share('--importance <share>', 'from 0 to 1'),
    actor: text('--actor <name>', 'who reports it (default: user)'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory feedback "Use JSONL for the log" --entity-type decision': 'it was used',
  },
  async run({ args, options, context }) {
    if (args.entityName.trim() === '')
      throw invalidRequest('ENTITY_NAME is empty.', 'Copy the name from a checkout.');
    const workspace = workspaceOf(context, { ...options, sessionId: undefined });
    const { entityType = 'memory', feedback = 'used', sessionId, actor = 'user' } = options;
    const { citation, query, reason, purpose, outcome, importance } = options;
    const answer = await withRuntime(context, workspace, (runtime) =>
      runtime.feedback({
        entity_name: args.entityName,
        entity_type: entityType,
        feedback,
        actor,
        source: 'cli',
        ...defined({
          session_id: sessionId,
          citation,
          query,
          reason,
          purpose,
          outcome,
          importance,
        }),
      }),
    );
    if (options.json) context.out.json(answer);
    else context.out.line(`Recorded ${answer.event_type} as event ${answer.seq}.`);
  },
});
