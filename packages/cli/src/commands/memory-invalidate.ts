import { workspaceOf } from '../command/context.ts';
import { callerOf } from '../command/caller.ts';
import { defineCommand } from '../command/definition.ts';
import { argument, memoryOptions, requiredText, text } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';

export const command = defineCommand({
  name: 'memory invalidate',
  summary: 'Mark a fact as no longer true. Its history stays.',
  arguments: { entity: argument('ENTITY', 'entity_name of the fact, as a checkout shows it') },
  options: {
    type: requiredText('--type <type>', 'entity_type of the fact'),
    at: text('--at <time>', 'when it stopped being true, ISO 8601 (default: now)'),
    reason: text('--reason <text>', 'why'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory invalidate "Use JSONL for the log" --type decision':
      'the decision is no longer valid',
  },
  async run({ args, options, context }) {
    const workspace = workspaceOf(context, options);
    const { type, at, reason } = options;
    const answer = await withRuntime(context, workspace, async (runtime) => {
      const { invalidate } = await import('@hookloom/worker');
      const request = {
        entity_name: args.entity,
        entity_type: type,
        invalid_at: at ?? new Date(context.now()).toISOString(),
        session_id: workspace.session,
        ...(reason !== undefined && { reason }),
      };
      return invalidate(runtime.context, request, callerOf(context));
    });
    const { out } = context;
    if (options.json) return out.json(answer);
    out.line(`It was true until ${answer.valid_to}.`);
    out.dim(answer.citation);
  },
});
