/** `hookloom extractor-template TYPE`: prints an extractor for a new event type, for contributors. */
import { invalidRequest } from '@hookloom/core';
import { defineCommand } from '../command/definition.ts';
import { argument, jsonOption, requiredText, text } from '../command/options.ts';
import { extractorFile } from '../templates/extractor.ts';

/** A name in an event, a fact or a payload. It becomes source code, so nothing else is accepted. */
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const TYPE = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;

export const command = defineCommand({
  name: 'extractor-template',
  summary: 'Print an extractor for a new event type, for contributors.',
  description:
    'Prints a file for packages/memory/src/extract that turns the event into a named fact. Standard error shows which lines to add to the tables.',
  arguments: { type: argument('TYPE', 'event type, such as build.finished') },
  options: {
    entityType: requiredText('--entity-type <type>', 'what the event is about: build'),
    nameKey: requiredText('--name-key <key>', 'key of the payload that names it'),
    summaryKey: text('--summary-key <key>', 'key of the payload that says what happened'),
    actorRelation: text(
      '--actor-relation <name>',
      'the relation of the actor to it (default: from the type: finished_build)',
    ),
    ...jsonOption,
  },
  examples: {
    'hookloom extractor-template build.finished --entity-type build --name-key id --summary-key outcome':
      'print build-finished.ts',
  },
  async run({ args, options, context }) {
    const { type } = args;
    const { entityType, nameKey, summaryKey } = options;
    if (!TYPE.test(type))
      throw invalidRequest(
        `${type} is not an event type.`,
        'Use lower-case words separated by dots, such as build.finished.',
      );
    const actorRelation =
      options.actorRelation ?? `${type.split('.').at(-1)!}_${entityType.toLowerCase()}`;
    for (const [flag, name] of Object.entries({
      'entity-type': entityType,
      'name-key': nameKey,
      'summary-key': summaryKey ?? 'none',
      'actor-relation': actorRelation,
    }))
      if (!NAME.test(name))
        throw invalidRequest(`--${flag} is not a name.`, 'Use letters, digits and underscores.');
    const made = extractorFile({ type, entityType, nameKey, summaryKey, actorRelation });
    if (options.json) return context.out.json(made);
    context.out.block(made.text);
    context.out.note(`For packages/memory/src/extract/${made.file}; its index.ts gets:`);
    for (const line of made.table) context.out.note(`  ${line}`);
    context.out.note(`The event itself is defined in packages/core/src/events.`);
  },
});
