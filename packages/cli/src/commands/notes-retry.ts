import { HookloomError } from '@hookloom/core/errors';
import { callerOf } from '../command/caller.ts';
import { defineCommand } from '../command/definition.ts';
import { optionalArgument, placeOptions } from '../command/options.ts';
import { withNotes } from '../command/with-notes.ts';
import { plural } from '../output/plural.ts';

export const command = defineCommand({
  name: 'notes retry',
  summary: 'Put dead letters back into the queue: one, or all of them.',
  arguments: { id: optionalArgument('ID', 'of `notes queue`; absent: all') },
  options: placeOptions,
  examples: [{ command: 'hookloom notes retry', does: 'try every one again' }],
  run: ({ args, options, context: { out }, context }) =>
    withNotes(context, options, async ({ workspaces }, notes) => {
      const { id } = args;
      if (id !== undefined && (!/^\d{1,15}$/.test(id) || notes.parsePublicId(Number(id)) === null))
        throw new HookloomError(
          'invalid_request',
          'That is no id of a dead letter.',
          'Take it from `hookloom notes queue`.',
        );
      const { retried } = await notes.retryDead(
        workspaces,
        id === undefined ? undefined : Number(id),
        callerOf(context),
      );
      if (options.json) out.json({ retried });
      else
        out.line(`${plural(retried, 'piece')} of work ${retried === 1 ? 'waits' : 'wait'} again.`);
    }),
});
