/**
 * Makes the written parts durable. Nobody needs to wait for it: they are copies, and what a power loss takes is fetched
 * again.
 */
import { open } from 'node:fs/promises';

const written = new Set<string>();
let last: Promise<unknown> = Promise.resolve();

export function partWritten(path: string): void {
  written.add(path);
}

/** Waits for the disk once for everything written until now, beside other work of the process. */
export async function keepParts(): Promise<void> {
  const turn = last.then(flush);
  last = turn.catch(() => {});
  await turn;
}

async function flush(): Promise<void> {
  const paths = [...written];
  written.clear();
  await Promise.all(paths.map(keepPart));
}

async function keepPart(path: string): Promise<void> {
  try {
    const file = await open(path, 'r');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
  } catch (error) {
    // It was removed meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
