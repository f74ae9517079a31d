/** The context of one folder without a running worker, for the command and for hooks that call it. */
import type { Workspace } from '@hookloom/core/settings';
import { branchOf, privateStateDir } from '@hookloom/hooks';
import { systemClock } from '@hookloom/core/events';
import { startNotesQueue } from '../notes-queue/start.ts';
import { readSettings } from '../settings/settings.ts';
import { within } from '../within.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { openWorkspaces } from '../workspaces/open-workspaces.ts';
import { inject, type InjectRequest } from './inject.ts';
import { injectAndKeep } from './ready/write-ready.ts';

export interface HereRequest extends Omit<InjectRequest, 'project' | 'branch' | 'files' | 'zone'> {
  env: Record<string, string | undefined>;
  /** Absolute path. Its checked-out branch is part of the task, unless another is named. */
  folder: string;
  branch?: string | undefined;
  /** First make missing notes by rules within this many milliseconds, so that no worker is needed. */
  makeNotesMs?: number;
  /** Store the answer for the next session, as a context without a prompt. */
  isKept?: boolean;
}

/** Covers the workspace and every other checkout of its project. Close it after use. */
export async function contextHere(
  workspace: Workspace,
  { env, folder, branch, makeNotesMs = 0, isKept = false, ...request }: HereRequest,
) {
  const stateDir = privateStateDir(env);
  const workspaces = openWorkspaces({
    stateDir,
    env,
    now: () => request.nowMs,
  });
  try {
    const here = await workspaces.add(workspace);
    if (makeNotesMs > 0) await makeNotes(workspaces, makeNotesMs);
    const others = await workspaces.forProject(here.project.id);
    const all = [here, ...others.filter(({ slot }) => slot !== here.slot)];
    const asked: InjectRequest = {
      ...request,
      project: here.project.alias,
      branch: branch ?? branchOf(folder),
      files: [],
      settings: readSettings(stateDir, env),
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
    const layout = isKept ? await injectAndKeep(all, asked, stateDir) : await inject(all, asked);
    return { layout, runtime: here.runtime, close: (): Promise<void> => workspaces.close() };
  } catch (error) {
    await workspaces.close();
    throw error;
  }
}

/** Uses rules, because a session start does not wait for a model. Notes that are not ready in time follow later. */
async function makeNotes(workspaces: Workspaces, ms: number): Promise<void> {
  const queue = startNotesQueue({ workspaces, env: {}, clock: systemClock });
  await within(ms, queue.drain());
  await queue.close();
}
