/** Starts the worker in the background for a working client, without delaying it. */
import { isRunning } from '@hookloom/core';
import { stateDirPath } from '@hookloom/core/settings';
import { privateStateDir } from '@hookloom/hooks';
import { readPortFile } from './port-file.ts';
import { loadToken, readToken } from './token.ts';

/** Runs after the first answers, which the client waits for. */
const BEHIND_MS = 1000;

/** Allows clients to start the worker: creates the token that it needs. */
export function allowWorker(env: Record<string, string | undefined>): void {
  loadToken(privateStateDir(env));
}

/**
 * The same as `startOnDemand` for a session start, but without waiting: checks two files and starts a detached process.
 * Keeps a worker that runs or says so.
 */
export async function startInBackground(env: Record<string, string | undefined>, bin: string) {
  if (env['HOOKLOOM_WORKER_AUTOSTART'] === 'false') return;
  const stateDir = stateDirPath(env);
  if (readToken(stateDir) === null) return;
  const there = readPortFile(stateDir);
  if (there !== null && isRunning(there.pid)) return;
  const { start } = await import('./ensure-worker.ts');
  start({ env, bin }, stateDir);
}

/** Only if a client was connected or a worker was used before. `HOOKLOOM_WORKER_AUTOSTART=false` turns it off. */
export function startOnDemand(env: Record<string, string | undefined>, bin: string): void {
  if (env['HOOKLOOM_WORKER_AUTOSTART'] === 'false') return;
  const since = Date.now();
  const timer = setTimeout(() => {
    if (readToken(stateDirPath(env)) === null) return;
    void import('./ensure-worker.ts')
      .then(({ ensureWorker }) => ensureWorker({ env, bin, since }))
      .catch(() => {});
  }, BEHIND_MS);
  timer.unref();
}
