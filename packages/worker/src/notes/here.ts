/** The notes of an installation for a command. Opens the workspaces unchanged; no worker is needed. */
import fs from 'node:fs';
import { systemClock } from '@hookloom/core';
import { noteSettings } from '@hookloom/core/config/notes';
import type { Workspace } from '@hookloom/core/config/workspace';
import type { Retention } from '@hookloom/memory/notes/retention';
import { stateDirPath } from '@hookloom/hooks/state/state-dir-path';
import { privateStateDir } from '@hookloom/hooks/state/state-dir';
import { createModels, type ModelStatus } from '../notes-queue/ask-models.ts';
import { monotonicNow } from '../notes-queue/holder.ts';
import { openWorkspaces } from '../workspaces/open-workspaces.ts';
import type { OpenWorkspace, Workspaces } from '../workspaces/workspaces.ts';

export { changeNote } from './write-note.ts';
export { deleteSession } from '../operations/delete-recorded.ts';
export { noteRetention } from './retention.ts';
export { noteLedger } from '../operations/note-queue.ts';
export { queueStatus, retryDead } from '../notes-queue/queue-status.ts';
export { sessionTitle } from '@hookloom/memory/notes/session-title';
export { parsePublicId } from '../workspaces/ids.ts';
export { isNoRow, noRow, pageOfPlaces, rowById } from './pages.ts';
export { placeOf, placesOf } from './place.ts';
export { removeRow } from './remove-row.ts';
export { entriesOf, searchPlaces } from './search-places.ts';
export { parseInstant } from './instants.ts';

/** How long notes are kept in this installation. */
export async function retentionHere(env: Record<string, string | undefined>): Promise<Retention> {
  const { retentionIn } = await import('../settings/retention.ts');
  return retentionIn(stateDirPath(env))();
}

export interface NotesHere {
  workspaces: Workspaces;
  /** Of the folder's own project, its own workspace first; empty if nothing was ever recorded. */
  here: OpenWorkspace[];
  /** The same state as in a newly started worker. */
  models(): Promise<ModelStatus>;
  close(): Promise<void>;
}

export async function notesHere(
  workspace: Workspace,
  { env, nowMs }: { env: Record<string, string | undefined>; nowMs: number },
): Promise<NotesHere> {
  // Creates no folder if nothing was ever recorded.
  const isKnown = fs.existsSync(workspace.eventloomDir) || fs.existsSync(stateDirPath(env));
  const stateDir = isKnown ? privateStateDir(env) : stateDirPath(env);
  const workspaces = openWorkspaces({ stateDir, env, now: () => nowMs });
  try {
    const here: OpenWorkspace[] = [];
    if (fs.existsSync(workspace.eventloomDir)) {
      const own = await workspaces.add(workspace);
      const all = await workspaces.forProject(own.project.id);
      here.push(own, ...all.filter(({ slot }) => slot !== own.slot));
    }
    const clock = systemClock;
    const settings = noteSettings(env);
    const models = createModels({ settings, workspaces, clock, monotonic: monotonicNow });
    return { workspaces, here, models: models.status, close: () => workspaces.close() };
  } catch (error) {
    await workspaces.close();
    throw error;
  }
}
