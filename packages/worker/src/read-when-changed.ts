import fs from 'node:fs';

/** A file system may give two changes the same time if less passes between them. */
const TICK_MS = 100;

/** Reads a file on the first call, and again only if it may have changed since. It need not exist. */
export function readWhenChanged<T>(file: string, read: () => T): () => T {
  let known: { mark: string | null; value: T } | null = null;
  return () => {
    const mark = markOf(file);
    if (known === null || mark === null || known.mark !== mark) known = { mark, value: read() };
    return known.value;
  };
}

/** Null just after a change, '' for an unreadable file: a missing state folder must not prevent an answer. */
function markOf(file: string): string | null {
  try {
    const { ino, size, mtimeMs, ctimeMs } = fs.statSync(file);
    const isNew = Date.now() - Math.max(mtimeMs, ctimeMs) <= TICK_MS;
    return isNew ? null : `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return '';
  }
}
