/** One request to a running worker. The worker proves its identity again on the connection that carries the token. */
import { unavailable } from '@hookloom/core';
import { askProven } from './ask-proven.ts';
import type { FoundWorker } from './find-worker.ts';

const ASK_MS = 5000;

export async function askWorker(
  { port, token }: FoundWorker,
  method: 'GET' | 'POST',
  path: string,
): Promise<unknown> {
  try {
    const { status, text } = await askProven({ port, token, method, path, ms: ASK_MS });
    if (status >= 200 && status < 300) return JSON.parse(text) as unknown;
    throw new Error(`status ${status}`);
  } catch (error) {
    throw unavailable(
      `The worker did not answer (${error instanceof Error ? error.message : 'unknown'}).`,
      'Check `hookloom logs`.',
    );
  }
}
