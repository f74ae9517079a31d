/** The user's private folder for data that must not be in a workspace: reviews, claims, counters, background jobs. */
import fs from 'node:fs';
import path from 'node:path';
import { permissionDenied, type HookloomError } from '@hookloom/core';
import { sweepJobs } from './job-files.ts';
import { sessionPath } from './session-state.ts';
import { stateDirPath } from '@hookloom/core/settings';

/** A session that was not resumed for this long is forgotten, with its record of handlers that ran once. */
const SESSION_KEPT_MS = 60 * 24 * 60 * 60 * 1000;
/** How many old sessions are checked when a new one begins. Limited, so that the time does not grow. */
const SESSIONS_LOOKED_AT = 100;

/**
 * The folder, created if it is missing. Throws `permission_denied` if it is a link, belongs to another user or could be
 * written to by others: its files decide which hooks run. If others may only read it, it is closed to them.
 */
export function privateStateDir(env: Record<string, string | undefined>): string {
  const dir = stateDirPath(env);
  try {
    fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
    const stats = fs.lstatSync(dir);
    if (stats.isDirectory() && isOwn(stats)) {
      if ((stats.mode & 0o077) !== 0 && process.platform !== 'win32') fs.chmodSync(dir, 0o700);
      return dir;
    }
  } catch (error) {
    throw refused(dir, (error as NodeJS.ErrnoException).code ?? 'unusable');
  }
  throw refused(dir, 'a link, of another user, or open to others');
}

/** The same for read-only callers: a missing folder is not created, and all its data is empty. */
export function readOnlyStateDir(env: Record<string, string | undefined>): string {
  const dir = stateDirPath(env);
  return fs.existsSync(dir) ? privateStateDir(env) : dir;
}

function isOwn({ uid, mode }: fs.Stats): boolean {
  const own = process.getuid?.();
  return own === undefined || (uid === own && (mode & 0o022) === 0);
}

function refused(dir: string, why: string): HookloomError {
  return permissionDenied(
    `${dir} is not a private folder of this user (${why}).`,
    'Set its owner and its mode (0700) right, or name another with HOOKLOOM_STATE_DIR.',
  );
}

/** The folder of one client session; ids are hostile, so they are digested. Made when it is missing. */
export function sessionDir(
  stateDir: string,
  client: string,
  projectDir: string,
  sessionId: string,
): string {
  const dir = sessionPath(stateDir, client, projectDir, sessionId);
  const made = fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (made !== undefined) forgetOldSessions(path.dirname(dir), path.basename(dir));
  return dir;
}

/** Names are digests, so the sessions after the new one are a random choice. */
function forgetOldSessions(sessions: string, made: string): void {
  try {
    const before = Date.now() - SESSION_KEPT_MS;
    const names = fs.readdirSync(sessions).sort();
    const from = names.indexOf(made);
    const looked = [...names.slice(from), ...names.slice(0, from)].slice(0, SESSIONS_LOOKED_AT);
    for (const name of looked) {
      const dir = path.join(sessions, name);
      if (fs.lstatSync(dir).mtimeMs < before) fs.rmSync(dir, { recursive: true, force: true });
      else sweepJobs(dir);
    }
  } catch {
    // It is tried again next time.
  }
}
