/** The user name that git would record for commits in this folder. */
import { execFile } from 'node:child_process';

const GIT_MS = 2000;

/** Null without git, or if no name is set. */
export function gitName(
  folder: string,
  env: Record<string, string | undefined>,
): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(
      'git',
      ['config', '--get', 'user.name'],
      { cwd: folder, env, timeout: GIT_MS, windowsHide: true },
      (error, stdout) => {
        const name = stdout.trim();
        resolve(error !== null || name === '' ? null : name);
      },
    );
  });
}
