/** Replaces a file of ours in one step. */
import { closeSync, constants, fsyncSync, renameSync, rmSync } from 'node:fs';
import { openOwned, writeAll } from './owned-file.ts';

/** Under another name first, so that the file is either complete or absent. */
export function writeFile(path: string, pieces: Iterable<Uint8Array>): void {
  const { O_CREAT, O_WRONLY, O_EXCL } = constants;
  const temporary = `${path}.new`;
  rmSync(temporary, { force: true });
  const { fd } = openOwned(temporary, O_CREAT | O_WRONLY | O_EXCL);
  try {
    for (const piece of pieces) writeAll(fd, piece, null);
    fsyncSync(fd);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, path);
}
