/** Signs the user's browser in to the viewer: the address carries a code after `#`, which is never sent or stored. */
import { spawn } from 'node:child_process';
import type { CommandContext } from '../command/context.ts';
import { urlOf } from '../command/worker-life.ts';
import { ownFiles } from '../install/own-files.ts';

/** Good once and for a minute. Starts the worker where none is up. */
export async function viewerUrl({ env }: CommandContext): Promise<string> {
  const { ensureWorker } = await import('@hookloom/worker/life/ensure-worker');
  const { askWorker } = await import('@hookloom/worker/life/ask-worker');
  const worker = await ensureWorker({ env, bin: ownFiles().bin });
  const { code } = (await askWorker(worker, 'POST', '/api/login/code')) as { code: string };
  return `${urlOf(worker.port)}/#code=${code}`;
}

/** Calls `otherwise` where no program does. */
export function openInBrowser(url: string, otherwise: () => void): void {
  const { platform } = process;
  const opener = { darwin: 'open', win32: 'explorer.exe' }[platform as string] ?? 'xdg-open';
  const child = spawn(opener, [url], { detached: true, stdio: 'ignore', windowsHide: true });
  child.on('error', otherwise);
  child.unref();
}
