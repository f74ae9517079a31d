/** What the commands about the worker share. */
import { HookloomError } from '@hookloom/core/errors';
import type { FoundWorker } from '@hookloom/worker/life/find-worker';
import type { CommandContext } from './context.ts';

const LEAVE_MS = 15_000;

/** Asks it to drain and end, and waits until it has. */
export async function endWorker(
  context: CommandContext,
  worker: FoundWorker,
  reason: 'shutdown' | 'restart',
): Promise<void> {
  const { askWorker } = await import('@hookloom/worker/life/ask-worker');
  await askWorker(worker, 'POST', `/api/admin/shutdown?reason=${reason}`);
  const until = context.now() + LEAVE_MS;
  while (isAlive(worker.pid)) {
    if (context.now() > until)
      throw new HookloomError(
        'unavailable',
        `The worker (process ${worker.pid}) has not ended yet.`,
        'It finishes what runs; look at `hookloom status` later.',
      );
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
