import { defineCommand } from '../command/definition.ts';
import { argument, placeOptions } from '../command/options.ts';
import { changeRow } from '../command/with-notes.ts';

export const command = defineCommand({
  name: 'notes unpin',
  summary: 'Unpin a note.',
  arguments: { id: argument('ID', 'id shown by a list or a search') },
  options: placeOptions,
  examples: { 'hookloom notes unpin 57001': 'you can undo it at any time' },
  async run({ args, options, context }) {
    const row = await changeRow(context, options, args.id, { pinned: false });
    if (options.json) context.out.json(row);
    else context.out.line(`Note ${row.id} is no longer pinned.`);
  },
});
