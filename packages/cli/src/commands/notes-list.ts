import { defineCommand } from '../command/definition.ts';
import { integerOr, flag, jsonOption } from '../command/options.ts';
import {
  filterFor,
  emptyListText,
  noteFilterOptions,
  noteKindOption,
  placesFor,
  withNotes,
} from '../command/with-notes.ts';
import { minuteOf } from '../output/format.ts';

export const command = defineCommand({
  name: 'notes list',
  summary: 'List the notes on recorded work, newest first.',
  options: {
    ...noteKindOption,
    ...noteFilterOptions,
    pinned: flag('--pinned', 'only pinned notes'),
    limit: integerOr('-n, --limit <n>', 'how many', [1, 1000], 20),
    offset: integerOr('--offset <n>', 'skip this many', [0, 1_000_000], 0),
    ...jsonOption,
  },
  examples: {
    'hookloom notes list --type bugfix --from 2026-11-01': 'bug fixes of November',
    'hookloom notes list --file src/login.ts': 'notes about one file',
  },
  run: ({ options, context: { out }, context }) =>
    withNotes(context, options, async (opened) => {
      const { pageOfPlaces, sessionTitle } = await import('@hookloom/worker');
      const places = await placesFor(opened, options);
      const { kind = 'notes', file, pinned, offset, limit } = options;
      const filter = {
        ...(await filterFor(options)),
        ...(file !== undefined && { files: file }),
        ...(pinned && { pinned }),
      };
      const of = kind === 'notes' ? 'observations' : kind;
      const page = await pageOfPlaces(places, of, filter, { offset, limit });
      // The title of a session is its first prompt and its outcome.
      const ends = kind === 'sessions' ? await lastSummaries(places) : new Map<string, Row>();
      for (const row of kind === 'sessions' ? page.items : []) {
        const { user_prompt: prompt } = row as unknown as Row;
        const end = ends.get(row.content_session_id) ?? null;
        Object.assign(row, { title: sessionTitle(textOf(prompt), end && told(end)) });
      }
      if (options.json) return out.json(page);
      if (page.items.length === 0) out.line(emptyListText(context, options, 'There is none.'));
      const rows = page.items.map((row) => {
        const said = row as unknown as Record<string, unknown>;
        const title = titleOf(said) ?? row.content_session_id;
        return [String(row.id), minuteOf(row.created_at_epoch), typeOf(said), title];
      });
      await out.table(rows);
      if (page.hasMore) out.note(`There are more: pass --offset ${offset + limit}.`);
    }),
});

const BRANCH_CHARS = 40;

type Row = Record<string, unknown>;

/** The newest summary of each session. */
async function lastSummaries(places: Awaited<ReturnType<typeof placesFor>>) {
  const { pageOfPlaces } = await import('@hookloom/worker');
  const { items } = await pageOfPlaces(
    places,
    'summaries',
    {},
    { offset: 0, limit: MAX_SUMMARIES },
  );
  return new Map(items.toReversed().map((row) => [row.content_session_id, row as unknown as Row]));
}

const MAX_SUMMARIES = 1000;

function told({ notes, completed, next_steps }: Row): Record<Ending, string | null> {
  return { notes: textOf(notes), completed: textOf(completed), next_steps: textOf(next_steps) };
}

type Ending = 'notes' | 'completed' | 'next_steps';

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** For a session, the branch on which it began. */
function typeOf(row: Record<string, unknown>): string {
  const { type, pinned, stale_files: stale } = row;
  if (typeof row['branch'] === 'string') return row['branch'].slice(0, BRANCH_CHARS);
  const isStale = Array.isArray(stale) && stale.length > 0;
  const kind = typeof type === 'string' ? type : '';
  return `${kind}${pinned === true ? ', pinned' : ''}${isStale ? ', stale' : ''}`;
}

function titleOf(row: Record<string, unknown>): string | undefined {
  const known = ['custom_title', 'title', 'request', 'completed', 'prompt_text', 'user_prompt'];
  return known.map((key) => row[key]).find((text) => typeof text === 'string');
}
