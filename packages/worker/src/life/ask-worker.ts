/** One request to a worker that was found: it has proven itself, so it may be told the token. */
import { HookloomError } from '@hookloom/core/errors';
import type { FoundWorker } from './find-worker.ts';

const ASK_MS = 5000;

export async function askWorker(
  { port, token }: FoundWorker,
  method: 'GET' | 'POST',
  path: string,
): Promise<unknown> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(ASK_MS),
    });
    if (response.ok) return await response.json();
    throw new Error(`status ${response.status}`);
  } catch (error) {
    throw new HookloomError(
      'unavailable',
      `The worker did not answer (${error instanceof Error ? error.message : 'unknown'}).`,
      'Look at `hookloom logs`.',
    );
  }
}
