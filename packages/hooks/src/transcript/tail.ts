/** The end of a client's session file. */
import fs from 'node:fs';

const TAIL_BYTES = 512 * 1024;

/** Complete lines at the end of the file; none if it cannot be read. */
export function tailLines(file: string): string[] {
  try {
    // Opening a pipe would block.
    if (!fs.statSync(file).isFile()) return [];
    const fd = fs.openSync(file, 'r');
    try {
      const { size } = fs.fstatSync(fd);
      const from = Math.max(0, size - TAIL_BYTES);
      const bytes = Buffer.alloc(size - from);
      const read = fs.readSync(fd, bytes, 0, bytes.length, from);
      const lines = bytes.toString('utf8', 0, read).split('\n');
      return from === 0 ? lines : lines.slice(1);
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return [];
  }
}
