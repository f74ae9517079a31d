import { defined, invalidRequest, NOTE_CONCEPTS, NOTE_TYPES } from '@hookloom/core';
import { changeRow } from '../command/with-notes.ts';
import { defineCommand } from '../command/definition.ts';
import { argument, choice, placeOptions, text, texts, words } from '../command/options.ts';

export const notesCorrect = defineCommand({
  name: 'notes correct',
  summary: 'Correct a note. Fields that you do not name stay unchanged.',
  description: 'The log keeps the original note. To delete it for good, use `notes delete`.',
  arguments: { id: argument('ID', 'id shown by a list or a search') },
  options: {
    title: text('--title <text>', 'one line'),
    subtitle: text('--subtitle <text>', 'a sentence'),
    narrative: text('--narrative <text>', 'what happened'),
    fact: texts('--fact <text...>', 'all facts, one each'),
    type: choice('--type <type>', 'its type', NOTE_TYPES),
    concept: words('--concept <concepts>', 'what it teaches', NOTE_CONCEPTS),
    ...placeOptions,
  },
  examples: { 'hookloom notes correct 57001 --title "Tokens last an hour"': 'a new title' },
  async run({ args, options, context }) {
    const { title, subtitle, narrative, fact: facts, type, concept: concepts } = options;
    const change = defined({ title, subtitle, narrative, facts, type, concepts });
    if (Object.keys(change).length === 0)
      throw invalidRequest(
        'Name at least one field to correct.',
        'Pass --title, --narrative, --fact or another option.',
      );
    const row = await changeRow(context, options, args.id, change);
    if (options.json) context.out.json(row);
    else context.out.line(`Note ${row.id} was corrected.`);
  },
});

export const notesPin = defineCommand({
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

export const notesUnpin = defineCommand({
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
