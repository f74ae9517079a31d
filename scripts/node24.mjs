import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The path of Node 24, installed on demand in a folder of its own: in the root it would shadow `node` in every npm script. */
export function node24() {
  const folder = path.resolve(import.meta.dirname, '../tools/node24');
  const binary = path.join(folder, 'node_modules/node/bin/node');
  if (!existsSync(binary)) {
    console.error('\nInstalling Node 24 into tools/node24 …');
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 2, 2],
    });
  }
  return binary;
}
