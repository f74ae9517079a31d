/** A client that works wants the worker: it is started behind the client's back, and nobody waits for it. */
import { stateDirPath } from '@hookloom/hooks/state/state-dir-path';
import { readToken } from '../http/token.ts';

/** Behind the first answers, which the client waits for. */
const BEHIND_MS = 1000;

/**
 * Only where this installation has had a worker before: who never asked for one gets none. `HOOKLOOM_WORKER_AUTOSTART=false`
 * turns it off.
 */
export function startOnDemand(env: Record<string, string | undefined>, bin: string): void {
  if (env['HOOKLOOM_WORKER_AUTOSTART'] === 'false') return;
  const timer = setTimeout(() => {
    if (readToken(stateDirPath(env)) === null) return;
    void import('./ensure-worker.ts')
      .then(({ ensureWorker }) => ensureWorker({ env, bin }))
      .catch(() => {});
  }, BEHIND_MS);
  timer.unref();
}
