/** Starts the built command, for what only a process of its own shows. `folder.ts` runs it in the test's process. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { environmentOf, type Folder, type RunOptions } from './folder.ts';
import type { Ran } from './in-process.ts';

/** The command under test; another one (an installed package) can be named. */
export const BIN = process.env['HOOKLOOM_BIN'] ?? path.resolve('packages/cli/bin/hookloom.cjs');

/** Runs the built command in a folder, as a user would. */
export function startCommand(
  folder: Folder,
  args: string[],
  { input = '', env = {}, cwd = '.' }: RunOptions = {},
): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    cwd: path.join(folder.path, cwd),
    input,
    env: environmentOf(folder.path, env),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}
