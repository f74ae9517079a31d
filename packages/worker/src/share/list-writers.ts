/** The writers' files of a project, and their refused lines. */
import path from 'node:path';
import type { Workspace } from '@hookloom/core/settings';
import {
  fileOf,
  readWriterFile,
  sessionsIn,
  sharedDirectory,
  sharedSession,
  writersIn,
} from '@hookloom/log';
import { readShareState, sharePlace } from './share-state.ts';

export interface ListedWriter {
  session_id: string;
  file: string;
  /** The accepted name, or the one that the writer chose, which proves nothing. */
  author: string | null;
  key: string | null;
  standing: 'own' | 'trusted' | 'unknown' | 'refused';
  lines: number;
  /** Why the file or some of its lines are refused. */
  refused: { line: number | null; why: string }[];
  /** Time of the newest line, ISO 8601. */
  newest: string | null;
}

/** How many refused lines of each file are named. */
const NAMED = 5;

/** Reads every line. */
export function listWriters(workspace: Workspace, stateDir: string) {
  const { root } = workspace;
  const { file: stateFile, cloneId } = sharePlace(workspace, stateDir);
  const { own: self, trusted, ...known } = readShareState(stateFile);
  const directory = self === null ? sharedDirectory(root) : known.directory;
  const own = self === null ? null : sharedSession(self.key, cloneId);
  const writersDir = writersIn(`${root}/${directory}`);
  const writers = sessionsIn(root, writersDir).map((session): ListedWriter => {
    const file = `${writersDir}/${fileOf(session)}`;
    const found = readWriterFile(session, file);
    const writer = found?.file.writer ?? 'it cannot be read';
    const named = { session_id: session, file: path.relative(root, file) };
    if (typeof writer === 'string') {
      const nothing = { author: null, key: null, lines: 0, newest: null };
      return { ...named, ...nothing, standing: 'refused', refused: [{ line: null, why: writer }] };
    }
    const refused: ListedWriter['refused'] = [];
    let newest: string | null = null;
    for (const [at, line] of found!.lines.entries()) {
      if (!line.ok) refused.push({ line: at + 1, why: line.detail });
      else if (newest === null || line.event.timestamp > newest) newest = line.event.timestamp;
    }
    const accepted = trusted[writer.key];
    return {
      ...named,
      author: accepted ?? `${writer.author}@${writer.machine}`,
      key: writer.key,
      standing: session === own ? 'own' : accepted === undefined ? 'unknown' : 'trusted',
      lines: found!.lines.length - refused.length,
      refused: refused.slice(0, NAMED),
      newest,
    };
  });
  return { directory, own, writers };
}
