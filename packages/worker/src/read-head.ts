import { withPlain } from '@hookloom/core';
import fs from 'node:fs';

/**
 * The beginning of a file as text; null if it is not a regular file or cannot be read. Follows no link, and does not
 * block on a pipe.
 *
 * @param most How many bytes
 * @example readHead('/home/dev/.claude/projects/-shop/1.jsonl', 64 * 1024) // '{"type":"user",…'
 */
export function readHead(file: string, most: number): string | null {
  return withPlain(file, (fd) => {
    const bytes = Buffer.alloc(most);
    return bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, most, 0));
  });
}
