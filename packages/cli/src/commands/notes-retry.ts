import { invalidRequest } from '@hookloom/core';
import { callerOf } from '../command/caller.ts';
import { defineCommand } from '../command/definition.ts';
import { optionalArgument, placeOptions } from '../command/options.ts';
import { withNotes } from '../command/with-notes.ts';
import { plural } from '../output/plural.ts';

export const command = defineCommand({
  name: 'notes retry',
  summary: 'Retry failed work: one item, or all of them.',
  arguments: { id: optionalArgument('ID', 'id shown by `notes queue` (default: all)') },
  options: placeOptions,
  examples: { 'hookloom notes retry': 'retry all' },
  run: ({ args, options, context: { out }, context }) =>
    withNotes(context, options, async ({ workspaces }) => {
      const { parsePublicId, retryDead } = await import('@hookloom/worker');
      const { id } = args;
      if (id !== undefined && (!/^\d{1,15}$/.test(id) || parsePublicId(Number(id)) === null))
        throw invalidRequest(
          'That is not the id of a failed item.',
          'Copy it from `hookloom notes queue`.',
        );
      const { retried } = await retryDead(
        workspaces,
        id === undefined ? undefined : Number(id),
        callerOf(context),
      );
      if (options.json) out.json({ retried });
      else out.line(`${plural(retried, 'item')} will be retried.`);
    }),
});
