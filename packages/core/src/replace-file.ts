/** Puts a finished file in the place of another one, in one step. */
import { renameSync } from 'node:fs';

const TRIES = 50;
const WAIT_MS = 20;
/** Windows refuses while another program holds the file open, such as a reader or a virus scanner. */
const HELD = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Throws the file system's own error. On Windows it tries for a second. */
export function replaceFile(from: string, to: string): void {
  for (let tries = 1; ; tries++) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (process.platform !== 'win32' || tries === TRIES || !HELD.has(code ?? '')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
}
