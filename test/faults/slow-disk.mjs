// A disk that can be made slow for the servers that get its environment. Needs a C compiler and Linux.
import { spawnSync } from 'node:child_process';
import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Null if it cannot be built. @param folder The server's account must be able to traverse it. */
export function slowableDisk(folder) {
  const library = path.join(folder, 'slow-disk.so');
  const file = path.join(folder, 'slow-disk');
  const source = path.join(import.meta.dirname, 'slow-disk.c');
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
  if (status !== 0) return null;
  chmodSync(library, 0o755);
  return {
    env: { LD_PRELOAD: library, SLOW_DISK: file },
    slow(ms) {
      writeFileSync(`${file}.new`, String(ms), { mode: 0o644 });
      renameSync(`${file}.new`, file);
    },
    heal: () => rmSync(file, { force: true }),
  };
}
