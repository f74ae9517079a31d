import { defineCommand } from '../command/definition.ts';
import { integerOr, flag, jsonOption } from '../command/options.ts';
import {
  filterFor,
  minuteOf,
  noneOf,
  noteFilterOptions,
  noteKindOption,
  placesFor,
  withNotes,
} from '../command/with-notes.ts';
import { renderTable } from '../output/table.ts';

export const command = defineCommand({
  name: 'notes list',
  summary: 'List the notes on recorded work, newest first.',
  arguments: {},
  options: {
    ...noteKindOption,
    ...noteFilterOptions,
    pinned: flag('--pinned', 'only those that are pinned'),
    limit: integerOr('-n, --limit <n>', 'how many', { min: 1, max: 1000, defaultValue: 20 }),
    offset: integerOr('--offset <n>', 'leave out so many', {
      min: 0,
      max: 1_000_000,
      defaultValue: 0,
    }),
    ...jsonOption,
  },
  examples: [
    { command: 'hookloom notes list --type bugfix --from 2026-11-01', does: 'fixes of November' },
    { command: 'hookloom notes list --file src/login.ts', does: 'what is known of one file' },
  ],
  run: ({ options, context: { out }, context }) =>
    withNotes(context, options, async (opened, notes) => {
      const places = await placesFor(opened, notes, options);
      const { kind = 'notes', file, pinned, offset, limit } = options;
      const filter = {
        ...filterFor(notes, options),
        ...(file !== undefined && { files: file }),
        ...(pinned && { pinned }),
      };
      const of = kind === 'notes' ? 'observations' : kind;
      const page = await notes.pageOfPlaces(places, of, filter, { offset, limit });
      if (options.json) return out.json(page);
      if (page.items.length === 0) out.line(noneOf(context, options, 'There is none.'));
      const rows = page.items.map((row) => {
        const said = row as unknown as Record<string, unknown>;
        const title = titleOf(said) ?? row.content_session_id;
        return [String(row.id), minuteOf(row.created_at_epoch), typeOf(said), title];
      });
      for (const line of await renderTable(rows, out.columns)) out.line(line);
      if (page.hasMore) out.note(`There is more: --offset ${offset + limit}.`);
    }),
});

function typeOf({ type, pinned, stale_files: stale }: Record<string, unknown>): string {
  const isStale = Array.isArray(stale) && stale.length > 0;
  const kind = typeof type === 'string' ? type : '';
  return `${kind}${pinned === true ? '*' : ''}${isStale ? '!' : ''}`;
}

function titleOf(row: Record<string, unknown>): string | undefined {
  const known = ['title', 'request', 'completed', 'prompt_text', 'custom_title', 'user_prompt'];
  return known.map((key) => row[key]).find((text) => typeof text === 'string');
}
