/**
 * Stops the processes of a workspace when its last client is disconnected, and the worker when the last workspace is.
 */
import { stateDirPath } from '@hookloom/core/settings';
import { attempt } from '@hookloom/core';
import type { CommandContext } from '../command/context.ts';
import { isConnected, readManifest, userRecordDir } from './manifest.ts';

export interface Ended {
  /** Whether its process was running and has exited. */
  watcher: boolean;
  worker: boolean;
}

export async function endProcesses(context: CommandContext, eventloomDir: string): Promise<Ended> {
  const ended = { watcher: false, worker: false };
  if (isConnected(readManifest(eventloomDir))) return ended;
  const { stopWatcher } = await import('@hookloom/worker');
  ended.watcher = await stopWatcher(eventloomDir, context.env);
  if ((await neighbours(context.env, eventloomDir)).length > 0) return ended;
  const { endWorkers } = await import('@hookloom/worker');
  return { ...ended, worker: await endWorkers(context.env) };
}

// The other connected workspaces of this installation, and the user's own settings if they are connected.

/** Their log directories. Skips a workspace with an unreadable record, which must be fixed there. */
export async function neighbours(
  env: Record<string, string | undefined>,
  eventloomDir: string,
): Promise<string[]> {
  const { openRegistry } = await import('@hookloom/worker');
  const { workspaces } = openRegistry(stateDirPath(env)).read();
  return [...workspaces.map(({ dir }) => dir), userRecordDir(env)].filter((dir) => {
    if (dir === eventloomDir) return false;
    return attempt(() => isConnected(readManifest(dir)), false);
  });
}
