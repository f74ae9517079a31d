/** A lock for creating vectors: one process per workspace. A killed process loses it. */
import { mkdirSync } from 'node:fs';
import { createFileLock, type FileLock } from '@hookloom/log/append';
import type { EmbeddingTurn } from '@hookloom/memory';

export function embeddingTurn(eventloomDir: string): EmbeddingTurn {
  const folder = `${eventloomDir}/runtime`;
  let lock: FileLock | undefined;
  const give = (): void => {
    lock?.close();
    lock = undefined;
  };
  return {
    take() {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        lock ??= createFileLock(folder, 'embedding');
        if (lock.tryAcquire()) return true;
        give();
        return false;
      } catch {
        // If the folder accepts no lock file, no other process can hold one either.
        return true;
      }
    },
    give,
  };
}
