/** A client that works wants the worker: it is started behind the client's back, and nobody waits for it. */
import { stateDirPath } from '@hookloom/hooks/state/state-dir-path';
import { privateStateDir } from '@hookloom/hooks/state/state-dir';
import { loadToken, readToken } from '../http/token.ts';

/** Behind the first answers, which the client waits for. */
const BEHIND_MS = 1000;

/** Lets clients start the worker from now on: makes the token that it needs. */
export function allowWorker(env: Record<string, string | undefined>): void {
  loadToken(privateStateDir(env));
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
  const timer = setTimeout(() => {
    if (readToken(stateDirPath(env)) === null) return;
    void import('./ensure-worker.ts')
      .then(({ ensureWorker }) => ensureWorker({ env, bin }))
      .catch(() => {});
  }, behindMs);
  timer.unref();
}
