/**
 * Marks of what files hold now. A file is read again only when its size or one of its times changed; what lies outside of
 * the workspace, also behind a link, is never read.
 */
import { readSource } from '../indexing/read-source.ts';
import { fileLocator } from '../operations/workspace-files.ts';

/** `missing` for a file that is gone. Null: it cannot be said. */
export type FileMark = { blob: string; changedMs: number } | null;

const MAX_FILE_BYTES = 1_048_576;
/** Read for one answer, beside what is known. */
const MAX_BYTES = 8_388_608;
const MAX_FILES = 200;
const MAX_KNOWN = 5000;
/** Enough to tell two contents apart; too little to stand for one. */
const MARK_CHARS = 16;

const known = new Map<string, { stamp: string; blob: string }>();

/** Looks at each path once; at most so many files, and so many bytes of new ones. */
export function fileMarks(root: string): (path: string) => FileMark {
  const locate = fileLocator(root);
  const seen = new Map<string, FileMark>();
  let left = MAX_BYTES;

  function look(path: string): FileMark {
    if (seen.size >= MAX_FILES) return null;
    const found = locate(path);
    if (found.state === 'missing') return { blob: 'missing', changedMs: 0 };
    if (found.state !== 'file') return null;
    const { absolute, stats } = found;
    const { size, mtimeMs: changedMs, ctimeMs, ino } = stats;
    const stamp = `${ino} ${size} ${changedMs} ${ctimeMs}`;
    const before = known.get(absolute);
    if (before?.stamp === stamp) return { blob: before.blob, changedMs };
    const source = readSource(absolute, Math.min(left, MAX_FILE_BYTES));
    if (!source.ok) return null;
    left -= source.bytes;
    const blob = source.blob.slice('sha256:'.length).slice(0, MARK_CHARS);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(absolute, { stamp, blob });
    return { blob, changedMs };
  }

  return (path) => {
    const before = seen.get(path);
    if (before !== undefined) return before;
    const mark = look(path);
    seen.set(path, mark);
    return mark;
  };
}
