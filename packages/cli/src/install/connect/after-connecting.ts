/** What `init` does beside the files, where it is asked to: looks at or starts the worker. */
import type { ConnectRequest } from './request.ts';

export interface AfterOptions {
  infra: 'none' | 'check' | 'start' | undefined;
}

/** One sentence for each thing done, by its name. */
export async function afterConnecting(
  { files }: Pick<ConnectRequest, 'files'>,
  { infra }: AfterOptions,
  env: Record<string, string | undefined>,
): Promise<Record<string, string>> {
  if (infra === 'start') {
    const { ensureWorker } = await import('@hookloom/worker/life/ensure-worker');
    const worker = await ensureWorker({ env, bin: files.bin });
    return { infra: `The worker is up on port ${worker.port} (process ${worker.pid}).` };
  }
  if (infra === 'check') {
    const { findWorker } = await import('@hookloom/worker/life/find-worker');
    const worker = await findWorker(env, 1000);
    return {
      infra:
        worker === null
          ? 'The embedded memory needs nothing. No worker is up; clients start it when they need it.'
          : `The embedded memory needs nothing. The worker is up on port ${worker.port}.`,
    };
  }
  return {};
}
