/** Processes of a workspace stop with its last connected client, and the worker with the last connected workspace. */
import type { CommandContext } from '../command/context.ts';
import { isConnected, readManifest } from './manifest.ts';
import { neighbours } from './neighbours.ts';

export interface Ended {
  /** Its process was running and has exited. */
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
