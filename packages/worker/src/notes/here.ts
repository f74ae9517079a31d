/** The notes of an installation for a command. Opens the workspaces unchanged, without a worker. */
import fs from 'node:fs';
import { systemClock } from '@hookloom/core/events';
import { noteSettings, stateDirPath, type Workspace } from '@hookloom/core/settings';
import type { Retention } from '@hookloom/memory';
import { privateStateDir } from '@hookloom/hooks';
import { createModels, type ModelStatus } from '../notes-queue/ask-models.ts';
import { monotonicNow } from '../notes-queue/holder.ts';
import { openWorkspaces } from '../workspaces/open-workspaces.ts';
import type { OpenWorkspace, Workspaces } from '../workspaces/workspaces.ts';

export { sessionTitle } from '@hookloom/memory';

/** How long notes are kept in this installation. */
export async function retentionHere(env: Record<string, string | undefined>): Promise<Retention> {
  const { retentionIn } = await import('../settings/settings.ts');
  return retentionIn(stateDirPath(env))();
}

export interface NotesHere {
  workspaces: Workspaces;
  /** The workspaces of the folder's own project, its own first. Empty if nothing was recorded yet. */
  here: OpenWorkspace[];
  /** The same state as in a new worker. */
  models(): Promise<ModelStatus>;
  close(): Promise<void>;
}

export async function notesHere(
  workspace: Workspace,
  { env, nowMs }: { env: Record<string, string | undefined>; nowMs: number },
): Promise<NotesHere> {
  // Create no folder if nothing was recorded yet.
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
