import { defineCommand } from '../command/definition.ts';
import { argument, placeOptions } from '../command/options.ts';
import { changeRow } from '../command/change-row.ts';

export const command = defineCommand({
  name: 'notes unpin',
  summary: 'Let a pinned note take its turn with the others again.',
  arguments: { id: argument('ID', 'as a list or a search gives it') },
  options: placeOptions,
  examples: [
    { command: 'hookloom notes unpin 57001', does: 'recorded, and so taken back at will' },
  ],
  async run({ args, options, context }) {
    const row = await changeRow(context, options, args.id, { pinned: false });
    if (options.json) context.out.json(row);
    else context.out.line(`Note ${row.id} is not pinned any more.`);
  },
});
