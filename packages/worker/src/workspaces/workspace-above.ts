/** Which workspace a server belongs to that a client started somewhere inside of it. */
import fs from 'node:fs';
import path from 'node:path';

/**
 * The nearest folder from `cwd` upwards that has a log, within the repository and below the home folder; `cwd` itself
 * where there is none. A client that is started in `src/` would otherwise begin a second memory there.
 *
 * @param home Absolute; its own log is nobody else's.
 * @example workspaceAbove('/home/dev/shop/src', '/home/dev') // '/home/dev/shop', where `.eventloom` stands
 */
export function workspaceAbove(cwd: string, home: string | undefined): string {
  for (let dir = cwd; ; dir = path.dirname(dir)) {
    if (dir !== cwd && (dir === home || dir === path.dirname(dir))) return cwd;
    if (isFolder(path.join(dir, '.eventloom'))) return dir;
    if (fs.existsSync(path.join(dir, '.git')) || dir === path.dirname(dir)) return cwd;
  }
}

/** No link: the log is not followed out of the workspace. */
function isFolder(name: string): boolean {
  return fs.lstatSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
}
