/** What `init` does on request after writing files: starts the worker and the watcher of session files. */
import type { ConnectRequest } from './request.ts';

export interface AfterOptions {
  infra: 'none' | 'check' | 'start' | undefined;
  capture: 'none' | 'start' | undefined;
}

type Surroundings = Pick<ConnectRequest, 'files' | 'workspace' | 'place'>;

/** How many records of one session file are imported at a time, as in `capture start`. */
const RECORDS_A_FILE = 500;

/** One sentence for each completed step, by the step's name. */
export async function afterConnecting(
  request: Surroundings,
  { infra, capture }: AfterOptions,
): Promise<Record<string, string>> {
  return {
    ...(infra === 'start' || infra === 'check' ? { infra: await infraOf(request, infra) } : {}),
    ...(capture === 'start' ? { capture: await captureOf(request) } : {}),
  };
}

async function infraOf(
  { files, place: { env } }: Surroundings,
  infra: 'check' | 'start',
): Promise<string> {
  if (infra === 'start') {
    const { ensureWorker } = await import('@hookloom/worker');
    const worker = await ensureWorker({ env, bin: files.bin });
    return `The worker is running on port ${worker.port} (process ${worker.pid}).`;
  }
  const { findWorker } = await import('@hookloom/worker');
  const worker = await findWorker(env, 1000);
  return worker === null
    ? 'The embedded memory needs no server. No worker is running; clients start it when needed.'
    : `The embedded memory needs no server. The worker is running on port ${worker.port}.`;
}

async function captureOf({ files, workspace, place }: Surroundings): Promise<string> {
  const { startWatcher } = await import('@hookloom/worker');
  const { started, pid } = await startWatcher({
    eventloomDir: workspace.eventloomDir,
    root: place.root,
    session: workspace.session,
    maxRecordsPerFile: RECORDS_A_FILE,
    env: place.env,
    bin: files.bin,
  });
  return `The watcher of session files ${started ? 'was started' : 'is already running'} (process ${pid}).`;
}
