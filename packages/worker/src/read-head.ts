import fs from 'node:fs';

/**
 * The beginning of a file as text; null if it is not a regular file or cannot be read. Follows no link, and does not
 * block on a pipe.
 *
 * @param most How many bytes
 * @example readHead('/home/dev/.claude/projects/-shop/1.jsonl', 64 * 1024) // '{"type":"user",…'
 */
export function readHead(file: string, most: number): string | null {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  let opened: number | null = null;
  try {
    opened = fs.openSync(file, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
    if (!fs.fstatSync(opened).isFile()) return null;
    const bytes = Buffer.alloc(most);
    return bytes.toString('utf8', 0, fs.readSync(opened, bytes, 0, most, 0));
  } catch {
    return null;
  } finally {
    if (opened !== null) fs.closeSync(opened);
  }
}
