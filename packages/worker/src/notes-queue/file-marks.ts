/**
 * Hashes of the current content of files. Reads a file again only if its size or one of its times has changed. Never
 * reads files outside the workspace, even through a link.
 */
import { readSource } from '../indexing/read-source.ts';
import { fileLocator } from '../operations/workspace-files.ts';

/** `missing` for a deleted file. Null if unknown. */
export type FileMark = { blob: string; changedMs: number } | null;

const MAX_FILE_BYTES = 1_048_576;
/** How many uncached bytes are read for one answer. */
const MAX_BYTES = 8_388_608;
const MAX_FILES = 200;
const MAX_KNOWN = 5000;
/** Enough digits to tell two contents apart, too few to identify one. */
const MARK_CHARS = 16;

const known = new Map<string, { stamp: string; blob: string }>();

/** Checks each path once, up to a number of files and of uncached bytes. */
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
