/**
 * The user's private folder for data that must not be in a workspace: reviews, claims, counters, background jobs. And the
 * files of one client session in it: its counters, and the text that continued it. Parallel processes raise a counter
 * without a lock: one appended byte each, and the size is the count.
 */
import fs from 'node:fs';
import { quietly, permissionDenied, type HookloomError, attempt } from '@hookloom/core';
import { sweepJobs } from './job-files.ts';
import { stateDirPath } from '@hookloom/core/settings';
import { contentDigest } from '@hookloom/core/hook';

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
  if (made !== undefined) forgetOldSessions(dir);
  return dir;
}

/** Names are digests, so the sessions after the new one are a random choice. */
function forgetOldSessions(dir: string): void {
  const sessions = dir.slice(0, dir.lastIndexOf('/'));
  try {
    const before = Date.now() - SESSION_KEPT_MS;
    const names = fs.readdirSync(sessions).sort();
    const from = names.indexOf(dir.slice(sessions.length + 1));
    const looked = [...names.slice(from), ...names.slice(0, from)].slice(0, SESSIONS_LOOKED_AT);
    for (const name of looked) {
      const old = `${sessions}/${name}`;
      if (fs.lstatSync(old).mtimeMs < before) fs.rmSync(old, { recursive: true, force: true });
      else sweepJobs(old);
    }
  } catch {
    // It is tried again next time.
  }
}

/** Turns that the person began. */
export function turnNumber(sessionDir: string): number {
  return count(sessionDir, 'turns');
}

/** Never throws, because a turn that cannot be counted must not stop a hook. */
export function bumpTurn(sessionDir: string): void {
  // The count is then too low.
  quietly(() => bump(sessionDir, 'turns'));
}

/** Stops refused in a row. */
export function stopBlocks(sessionDir: string): number {
  return count(sessionDir, 'stops');
}

/** Throws if it cannot count, because an uncounted refusal could repeat forever. */
export function bumpStopBlocks(sessionDir: string): void {
  bump(sessionDir, 'stops');
}

/** A process that counts at the same moment counts before or after, never both. */
export function resetStopBlocks(sessionDir: string): void {
  fs.rmSync(fileOf(sessionDir, 'stops'), { force: true });
}

function count(sessionDir: string, name: string): number {
  return fs.statSync(fileOf(sessionDir, name), { throwIfNoEntry: false })?.size ?? 0;
}

function bump(sessionDir: string, name: string): void {
  fs.appendFileSync(fileOf(sessionDir, name), '.', { mode: 0o600 });
}

function fileOf(sessionDir: string, name: string): string {
  return `${sessionDir}/${name}.count`;
}

const FILE = 'continued.txt';

/**
 * The text with which a stop hook last kept the agent working. Gemini CLI sends it again as a prompt of the user
 * (docs/reference/client-behaviour.md#gemini-cli-stops): it begins no turn, and the log must not record it as a
 * person's words.
 */
export function keepContinuation(sessionDir: string, text: string): void {
  // The next prompt then counts as a turn.
  quietly(() => fs.writeFileSync(`${sessionDir}/${FILE}`, text, { mode: 0o600 }));
}

/** Null if nothing was refused yet. */
export function lastContinuation(sessionDir: string): string | null {
  return attempt(() => fs.readFileSync(`${sessionDir}/${FILE}`, 'utf8'));
}

/** The folder of a session's files, neither created nor read. Ids are hostile, so its name is a digest. */
export function sessionPath(
  stateDir: string,
  client: string,
  projectDir: string,
  sessionId: string,
): string {
  return `${stateDir}/sessions/${contentDigest(`${client}\n${projectDir}\n${sessionId}`)}`;
}
