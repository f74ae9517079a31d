import { defineCommand } from '../command/definition.ts';
import { argument, placeOptions } from '../command/options.ts';
import { changeRow } from '../command/with-notes.ts';

export const command = defineCommand({
  name: 'notes pin',
  summary: 'Pin a note, so that it is chosen first.',
  arguments: { id: argument('ID', 'id shown by a list or a search') },
  options: placeOptions,
  examples: { 'hookloom notes pin 57001': 'you can undo it at any time' },
  async run({ args, options, context }) {
    const row = await changeRow(context, options, args.id, { pinned: true });
    if (options.json) context.out.json(row);
    else context.out.line(`Note ${row.id} is pinned.`);
  },
});
