/**
 * Makes the written parts durable. Nothing needs to wait for it: parts are copies, and data lost in a power loss is
 * fetched again.
 */
import { open } from 'node:fs/promises';

const written = new Set<string>();
let last: Promise<unknown> = Promise.resolve();

export function partWritten(path: string): void {
  written.add(path);
}

/** Waits for the disk once for everything written so far, while the process does other work. */
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
