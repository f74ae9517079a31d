/**
 * Stops the processes of a workspace when its last client is disconnected, and the worker when the last workspace is.
 */
import type { CommandContext } from '../command/context.ts';
import { isConnected, readManifest } from './manifest.ts';
import { neighbours } from './neighbours.ts';

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
