import { defined } from '@hookloom/core';
import { workspaceOf } from '../command/context.ts';
import { callerOf } from '../command/caller.ts';
import { defineCommand } from '../command/definition.ts';
import { argument, memoryOptions, optionalArgument, text } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';

export const command = defineCommand({
  name: 'memory correct',
  summary: 'Correct a fact. Its older version stays in the history.',
  description:
    'Name the fact by its citation, or by --entity and --type. Questions about the past still return the older version.',
  arguments: {
    text: argument('TEXT', 'the corrected text'),
    citation: optionalArgument('CITATION', 'citation (eventloom://…) of the wrong fact'),
  },
  options: {
    entity: text('--entity <name>', 'entity_name of the fact, as a checkout shows it'),
    type: text('--type <type>', 'entity_type of the fact'),
    reason: text('--reason <text>', 'why; kept with the new version'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory correct "The release day is Thursday" eventloom://shop-default/events/12#0464261d6ec0 --reason "QA asked"':
      'correct what event 12 says',
  },
  async run({ args, options, context }) {
    const workspace = workspaceOf(context, options);
    const { entity, type, reason } = options;
    const answer = await withRuntime(context, workspace, async (runtime) => {
      const { correct } = await import('@hookloom/worker');
      const request = defined({
        text: args.text,
        session_id: workspace.session,
        citation: args.citation,
        entity_name: entity,
        entity_type: type,
        reason,
      });
      return correct(runtime.context, request, callerOf(context));
    });
    const { out } = context;
    if (options.json) return out.json(answer);
    const { renderLine } = await import('../output/table.ts');
    out.line(answer.status === 'corrected' ? 'Corrected.' : 'The fact already says this.');
    out.dim(await renderLine(`was: ${answer.superseded.content}`, out.columns));
    out.dim(answer.citation);
  },
});
