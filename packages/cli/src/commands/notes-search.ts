import { defineCommand } from '../command/definition.ts';
import { argument, choice, integerOr, jsonOption } from '../command/options.ts';
import {
  filterFor,
  emptyListText,
  noteFilterOptions,
  placesFor,
  withNotes,
} from '../command/with-notes.ts';
import { minuteOf } from '../output/format.ts';

export const command = defineCommand({
  name: 'notes search',
  summary: 'Search notes, summaries and prompts by words.',
  arguments: { query: argument('QUERY', 'words to search for') },
  options: {
    kind: choice('--kind <kind>', 'only one kind', ['notes', 'summaries', 'prompts']),
    ...noteFilterOptions,
    limit: integerOr('-n, --limit <n>', 'how many of each kind', [1, 100], 20),
    ...jsonOption,
  },
  examples: {
    'hookloom notes search "refresh token"': 'best first, with ids',
    'hookloom notes search retry --type decision --json': 'for a script',
  },
  run: ({ args, options, context: { out }, context }) =>
    withNotes(context, options, async (opened) => {
      const { entriesOf, fileForms, searchPlaces } = await import('@hookloom/worker');
      const places = await placesFor(opened, options);
      const { kind, file, limit } = options;
      const found = await searchPlaces(places, {
        query: args.query.slice(0, 4096),
        kinds: kind === undefined ? ALL : [KINDS[kind]],
        limit,
        orderBy: 'relevance',
        ...(await filterFor(options)),
        ...(file !== undefined && { filesIn: ({ root }) => fileForms(root, file) }),
      });
      const { entries, withheld } = await entriesOf(found);
      const results = entries.map(
        ({ id, kind: of, label, project, epoch, type, title, channel }) => ({
          id,
          label,
          kind: of,
          project,
          time: new Date(epoch).toISOString(),
          type,
          title,
          channel,
        }),
      );
      if (options.json) return out.json({ results, withheld });
      if (results.length === 0) out.line(emptyListText(context, options, 'Nothing was found.'));
      const rows = entries.map(({ label, epoch, type, kind: of, title }) => [
        label,
        minuteOf(epoch),
        type === '' ? of : type,
        title,
      ]);
      await out.table(rows);
      if (withheld.length > 0)
        out.note(`${withheld.length} withheld: their text gives instructions to an assistant.`);
    }),
});

const ALL = ['observations', 'sessions', 'prompts'] as const;
const KINDS = { notes: 'observations', summaries: 'sessions', prompts: 'prompts' } as const;
