/** A client that works wants the worker: it is started behind the client's back, and nobody waits for it. */
import { stateDirPath } from '@hookloom/hooks/state/state-dir-path';
import { privateStateDir } from '@hookloom/hooks/state/state-dir';
import { readPortFile } from './port-file.ts';
import { loadToken, readToken } from '../http/token.ts';

/** Behind the first answers, which the client waits for. */
const BEHIND_MS = 1000;

/** Lets clients start the worker from now on: makes the token that it needs. */
export function allowWorker(env: Record<string, string | undefined>): void {
  loadToken(privateStateDir(env));
}

/**
 * As a session starts, and where `startOnDemand` would start one, but nobody is there to wait: one look at two files, and a
 * process that is left to itself. A worker that is up, or says so, stays.
 */
export async function startBehindSession(
  env: Record<string, string | undefined>,
  bin: string,
): Promise<void> {
  if (env['HOOKLOOM_WORKER_AUTOSTART'] === 'false') return;
  const stateDir = stateDirPath(env);
  if (readToken(stateDir) === null) return;
  const there = readPortFile(stateDir);
  if (there !== null && isRunning(there.pid)) return;
  const { start } = await import('./ensure-worker.ts');
  start({ env, bin }, stateDir);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, as somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Only where a client was connected or a worker was up before: who never asked for one gets none. `HOOKLOOM_WORKER_AUTOSTART=false`
 * turns it off.
 */
export function startOnDemand(
  env: Record<string, string | undefined>,
  bin: string,
  behindMs = BEHIND_MS,
): void {
  if (env['HOOKLOOM_WORKER_AUTOSTART'] === 'false') return;
  const since = Date.now();
  const timer = setTimeout(() => {
    if (readToken(stateDirPath(env)) === null) return;
    void import('./ensure-worker.ts')
      .then(({ ensureWorker }) => ensureWorker({ env, bin, since }))
      .catch(() => {});
  }, behindMs);
  timer.unref();
}
