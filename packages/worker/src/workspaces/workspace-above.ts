/** Which workspace somebody means who stands somewhere inside of it: a server that a client starts, a person at a prompt. */
import fs from 'node:fs';
import path from 'node:path';

/** Who may is everybody, and nobody takes away what is another's: the mode of /tmp. */
const EVERYBODYS = 0o1002;

/**
 * The nearest folder from `cwd` upwards that has a log, within the repository and below the home folder; `cwd` itself
 * where there is none. Whoever starts in `src/` would otherwise begin a second memory there.
 *
 * @param home Absolute; its own log is nobody else's.
 * @example workspaceAbove('/home/dev/shop/src', '/home/dev') // '/home/dev/shop', where `.eventloom` stands
 */
export function workspaceAbove(cwd: string, home: string | undefined): string {
  const ends = home === undefined ? [] : [home, realOf(home)];
  for (let dir = cwd; ; dir = path.dirname(dir)) {
    if (dir !== cwd && (ends.includes(dir) || dir === path.dirname(dir))) return cwd;
    const log = fs.lstatSync(path.join(dir, '.eventloom'), { throwIfNoEntry: false });
    // No link: the log is not followed out of the workspace. Nor is the one behind it looked for.
    if (log !== undefined) return log.isDirectory() && isOurs(log, dir, cwd) ? dir : cwd;
    if (fs.existsSync(path.join(dir, '.git')) || dir === path.dirname(dir)) return cwd;
  }
}

/** A folder such as /tmp is everybody's: what another user laid there is not the memory of those who work below. */
function isOurs({ uid }: fs.Stats, dir: string, cwd: string): boolean {
  const user = process.getuid?.();
  if (user === undefined || dir === cwd) return true;
  // Nor what this user left there once.
  if ((fs.statSync(dir).mode & EVERYBODYS) === EVERYBODYS) return false;
  if (uid === user) return true;
  // In a container the user is often root and the project that of somebody outside.
  return user === 0 && fs.statSync(cwd).uid === uid;
}

/** The system names a folder by its real path, the environment as it was set. */
function realOf(folder: string): string {
  try {
    return fs.realpathSync(folder);
  } catch {
    return folder;
  }
}
