import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Integration tests drive the built command: build it once before they run. */
export default function setup(): void {
  if (process.env['HOOKLOOM_PREBUILT'] === '1' && existsSync('packages/cli/dist/cli.mjs')) return;
  execFileSync(process.execPath, [path.resolve('scripts/build.mjs')], { stdio: 'inherit' });
}
