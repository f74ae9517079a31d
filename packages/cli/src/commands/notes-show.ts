import { defineCommand } from '../command/definition.ts';
import { argument, placeOptions } from '../command/options.ts';
import { noteIdOf, withNotes } from '../command/with-notes.ts';
import { renderComplete } from '../output/table.ts';

export const command = defineCommand({
  name: 'notes show',
  summary: 'Show one note, summary, prompt or session in full.',
  arguments: { id: argument('ID', 'id shown by a list or a search') },
  options: placeOptions,
  examples: { 'hookloom notes show 57001': 'with its files and its citation' },
  run: ({ args, options, context: { out }, context }) =>
    withNotes(context, options, async ({ workspaces }) => {
      const { rowById } = await import('@hookloom/worker');
      const { id, kinds } = noteIdOf(args.id);
      const { row, kind } = await rowById(workspaces, kinds, id);
      if (options.json) return out.json({ kind, ...row });
      const said = row as unknown as Record<string, unknown>;
      for (const key of SHOWN) {
        const texts = textsOf(said[key]);
        if (texts.length === 0) continue;
        out.bold(key.replaceAll('_', ' '));
        for (const text of texts.flatMap((one) => one.split('\n')))
          for (const line of await renderComplete(text, out.columns - 2)) out.line('  ', line);
      }
    }),
});

const SHOWN = [
  'type',
  'title',
  'subtitle',
  'narrative',
  'facts',
  'request',
  'investigated',
  'learned',
  'completed',
  'next_steps',
  'notes',
  'prompt_text',
  'user_prompt',
  'status',
  'concepts',
  'files_read',
  'files_modified',
  'files_edited',
  'stale_files',
  'pinned',
  'superseded_by',
  'project',
  'platform_source',
  'content_session_id',
  'prompt_number',
  'created_at',
  'generated_by_model',
  'channel',
  'citation',
] as const;

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'number') return [String(value)];
  if (value === true) return ['yes'];
  return typeof value === 'string' && value !== '' ? [value] : [];
}
