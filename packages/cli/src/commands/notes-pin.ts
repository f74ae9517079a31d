import { defineCommand } from '../command/definition.ts';
import { argument, placeOptions } from '../command/options.ts';
import { changeRow } from '../command/change-row.ts';

export const command = defineCommand({
  name: 'notes pin',
  summary: 'Keep a note in sight: it comes first wherever notes are chosen.',
  arguments: { id: argument('ID', 'as a list or a search gives it') },
  options: placeOptions,
  examples: [{ command: 'hookloom notes pin 57001', does: 'recorded, and so taken back at will' }],
  async run({ args, options, context }) {
    const row = await changeRow(context, options, args.id, { pinned: true });
    if (options.json) context.out.json(row);
    else context.out.line(`Note ${row.id} is pinned.`);
  },
});
