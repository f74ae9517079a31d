/** Opens the notes of this installation for one command and always closes them. */
import { defined, invalidRequest, notFound } from '@hookloom/core';
import type { NotesHere, PublicRow } from '@hookloom/worker';
import { beginWithNoticed } from './with-runtime.ts';
import { callerOf } from './caller.ts';
import { workspaceOf, type CommandContext } from './context.ts';
import { hasLog, nothingYet } from './nothing-yet.ts';
import type { OptionValues } from './definition.ts';
import { choice, flag, text, words, texts, workspaceOptions } from './options.ts';

export async function withNotes<T>(
  context: CommandContext,
  options: Parameters<typeof workspaceOf>[1],
  use: (opened: NotesHere) => Promise<T>,
): Promise<T> {
  const { inAnswer, isNoRow, notesHere } = await import('@hookloom/worker');
  const workspace = workspaceOf(context, options);
  return inAnswer(async (noticed) => {
    await beginWithNoticed(context, noticed);
    const opened = await notesHere(workspace, { env: context.env, nowMs: context.now() });
    try {
      return await use(opened);
    } catch (error) {
      throw isNoRow(error)
        ? notFound(
            'There is no note, summary, prompt or session with that id.',
            'Copy an id from `hookloom notes list` or `hookloom notes search`.',
          )
        : error;
    } finally {
      await opened.close();
    }
  });
}

/** Corrects one note by its id. The log keeps the first version. */
export function changeRow(
  context: CommandContext,
  options: Parameters<typeof workspaceOf>[1],
  given: string,
  change: Record<string, unknown>,
): Promise<PublicRow> {
  return withNotes(context, options, async ({ workspaces }) => {
    const { changeNote, rowById } = await import('@hookloom/worker');
    const { id } = noteIdOf(given);
    const { row, key } = await rowById(workspaces, ['observations'], id);
    await changeNote(key.place.context, row.event_id, change, callerOf(context));
    return (await rowById(workspaces, ['observations'], id)).row;
  });
}

/** The text for an empty list: nothing was recorded yet, or nothing matches. */
export function emptyListText(
  context: CommandContext,
  options: Parameters<typeof workspaceOf>[1] & {
    project: string | undefined;
    allProjects: boolean;
  },
  nothingFits: string,
): string {
  if (options.allProjects || options.project !== undefined) return nothingFits;
  const workspace = workspaceOf(context, options);
  return hasLog(workspace) ? nothingFits : nothingYet(workspace);
}

/** Options that select notes. */
export const noteFilterOptions = {
  project: text('--project <name>', 'name, id or folder (default: of this folder)'),
  allProjects: flag('--all-projects', 'all projects of this installation'),
  type: words('--type <types>', 'such as bugfix,decision'),
  concept: words('--concept <concepts>', 'such as gotcha,trade-off'),
  file: texts('--file <path...>', 'only notes about work that read or changed one of these files'),
  from: text('--from <date>', 'ISO 8601; UTC unless an offset is given'),
  to: text('--to <date>', 'ISO 8601; a date includes the whole day'),
  ...workspaceOptions,
};

export const noteKindOption = {
  kind: choice('--kind <kind>', 'what to list (default: notes)', [
    'notes',
    'summaries',
    'prompts',
    'sessions',
  ]),
};

type NoteFilterValues = OptionValues<typeof noteFilterOptions>;

export async function placesFor(
  { workspaces, here }: NotesHere,
  { project, allProjects }: Pick<NoteFilterValues, 'project' | 'allProjects'>,
) {
  const { placeOf, placesOf } = await import('@hookloom/worker');
  if (allProjects) return placesOf(workspaces, null);
  return project === undefined ? here.map(placeOf) : placesOf(workspaces, project);
}

const DAY_MS = 24 * 3_600_000;

export async function filterFor(options: NoteFilterValues) {
  const { parseInstant } = await import('@hookloom/worker');
  const instant = (name: 'from' | 'to'): number | undefined => {
    const given = options[name];
    if (given === undefined) return undefined;
    const ms = parseInstant(given);
    if (Number.isNaN(ms))
      throw invalidRequest(
        `--${name} is not a date.`,
        'Write it as 2026-11-21 or 2026-11-21T10:00:00Z.',
      );
    return name === 'to' && given.length === 10 ? ms + DAY_MS - 1 : ms;
  };
  const { type, concept } = options;
  const [from, to] = [instant('from'), instant('to')];
  return defined({ types: type, concepts: concept, from, to });
}

/** Parses `57003`, or the form of an index: `#57003`, `#S57003` for a summary, `#P57003` for a prompt. */
export function noteIdOf(given: string): { id: string; kinds: Kind[] } {
  const [, mark = '', id] = /^#?([SP]?)(\d{1,15})$/.exec(given) ?? [];
  if (id === undefined)
    throw invalidRequest(
      'That is not the id of a note.',
      'Copy it from `hookloom notes list` or `hookloom notes search`.',
    );
  return { id, kinds: KINDS[mark as keyof typeof KINDS] };
}

type Kind = 'observations' | 'summaries' | 'prompts' | 'sessions';
const KINDS: Readonly<Record<'' | 'S' | 'P', Kind[]>> = {
  '': ['observations', 'summaries', 'prompts', 'sessions'],
  S: ['summaries'],
  P: ['prompts'],
};
