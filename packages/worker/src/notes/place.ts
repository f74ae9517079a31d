/** One workspace as the source of notes: its log, its name, and the digits at the end of its ids. */
import type { Notes } from '@hookloom/memory/notes/notes';
import type { OperationContext } from '../operations/context.ts';
import { heldNotes } from './held-notes.ts';
import { openedMemory } from '../operations/verbatim.ts';
import type { OpenWorkspace, Workspaces } from '../workspaces/workspaces.ts';

export interface NotePlace {
  slot: number;
  /** The display name of the project. */
  project: string;
  /** The log's session. */
  log: string;
  /** Absolute path of the workspace. */
  root: string;
  context: OperationContext;
}

export function placeOf({ slot, project, workspace, runtime }: OpenWorkspace): NotePlace {
  const { session: log, root } = workspace;
  return { slot, project: project.alias, log, root, context: runtime.context };
}

/** The workspaces of a project, or all of them. An unknown name gives none. */
export async function placesOf(
  workspaces: Workspaces,
  project: string | null | undefined,
): Promise<NotePlace[]> {
  const wanted = project ?? '';
  const open = wanted === '' ? await workspaces.all() : await workspaces.forProject(wanted);
  return open.map(placeOf);
}

/** The notes of a place whose events verify, after draining what hooks left beside the log. */
export async function notesOf({ context }: Pick<NotePlace, 'context'>): Promise<Notes> {
  await context.takeIn();
  return heldNotes((await openedMemory(context)).notes, context.store);
}
