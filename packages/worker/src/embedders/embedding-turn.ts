/** One process of a workspace makes vectors at a time: told by a lock file, which a killed process does not keep. */
import { mkdirSync } from 'node:fs';
import { createFileLock, type FileLock } from '@hookloom/log/lock/file-lock';
import type { EmbeddingTurn } from '@hookloom/memory/vectors/vector-lane';

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
        // A folder that takes no lock file has no other process that could hold one either.
        return true;
      }
    },
    give,
  };
}
