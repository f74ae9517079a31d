/** Standard input that is not a pipe, and a Node without the pipe handle. */
import { readSync } from 'node:fs';
import type { Arriving } from './input.ts';

/** The bytes of a redirected file. The pipe handle would abort the process on it. */
export function readFile(arriving: Arriving): void {
  try {
    while (!arriving.isDone) {
      const chunk = Buffer.allocUnsafe(65_536);
      const count = readSync(0, chunk, 0, chunk.length, null);
      arriving.take(count === 0 ? undefined : chunk.subarray(0, count));
    }
  } catch {
    // The bytes that were read count.
    arriving.take(undefined);
  }
}

/** Returns how to stop. */
export function readStream(arriving: Arriving): () => void {
  const { stdin } = process;
  stdin.on('data', (chunk: Buffer) => arriving.take(chunk));
  for (const end of ['end', 'error']) stdin.on(end, () => arriving.take(undefined));
  return () => stdin.pause();
}
