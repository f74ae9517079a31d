/** The name of the person, as git records it for commits in this folder. */
import { execFile } from 'node:child_process';

const GIT_MS = 2000;

/** Null if there is no git, or no name is set. */
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
