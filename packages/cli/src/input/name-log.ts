/** Resolves an argument that names a log: a file, or a session of the workspace. */
import fs from 'node:fs';
import path from 'node:path';
import { assertSessionId, HookloomError, isSessionId, notFound } from '@hookloom/core';
import type { Workspace } from '@hookloom/core/settings';

export interface NamedLog {
  /** Absolute. */
  path: string;
  /** The session in the file's name, or null for another file. */
  session: string | null;
  /** Whether it is a log of the workspace. Only for those is the verified position saved. */
  isOwn: boolean;
}

/**
 * A text with a separator or the suffix `.jsonl` is a file relative to the current folder; anything else is a session
 * of the workspace. Throws `not_found` if there is no such file, `invalid_request` for an invalid session id.
 */
export function nameLog(text: string, cwd: string, workspace: Workspace): NamedLog {
  if (/[/\\]/.test(text) || text.endsWith('.jsonl')) {
    const file = path.resolve(cwd, text);
    assertFile(file, text);
    const session = path.basename(file, '.jsonl');
    return { path: file, session: isSessionId(session) ? session : null, isOwn: false };
  }
  return sessionLog(text, workspace);
}

/** The log of a session of the workspace; throws `not_found` if it has none. */
export function sessionLog(session: string, workspace: Workspace): NamedLog {
  const file = path.join(workspace.eventloomDir, `${assertSessionId(session)}.jsonl`);
  if (fs.existsSync(file)) return { path: file, session, isOwn: true };
  throw notFound(
    `Session ${session} has no log in ${workspace.eventloomDir}.`,
    'Run `hookloom memory status` to list the sessions, or pass --eventloom-path.',
  );
}

function assertFile(file: string, text: string): void {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() === true) return;
  throw new HookloomError(
    stats === undefined ? 'not_found' : 'invalid_request',
    stats === undefined ? `There is no file ${text}.` : `${text} is not a file.`,
    'Name a log file (*.jsonl) or a session.',
  );
}
