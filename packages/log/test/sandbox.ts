/** Temporary directories for tests. */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Sandbox {
  /** An empty directory, removed by `close`. */
  readonly root: string;
  /** Removes the content of a directory. */
  empty(dir: string): void;
  close(): void;
}

export function createSandbox(): Sandbox {
  const root = mkdtempSync(path.join(tmpdir(), 'hookloom-log-'));
  chmodSync(root, 0o755);
  return {
    root,
    empty(dir) {
      for (const name of readdirSync(dir)) rmSync(path.join(dir, name), { recursive: true });
    },
    close() {
      rmSync(root, { recursive: true, force: true });
    },
  };
}
