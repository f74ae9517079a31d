import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Integration tests drive the built command: build it before they run, unless it is newer than every source. */
export default function setup(): void {
  if (process.env['HOOKLOOM_PREBUILT'] === '1' || isFresh()) return;
  execFileSync(process.execPath, [path.resolve('scripts/build.mjs')], { stdio: 'inherit' });
}

function isFresh(): boolean {
  const built = statSync('packages/cli/dist/hook.meta.json', { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return false;
  return ['packages', 'apps'].every((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^[a-z]+\/src\/.*\.(tsx?|css)$/.test(file) && !file.endsWith('.test.ts'))
      .every((file) => statSync(path.join(folder, file)).mtimeMs < built),
  );
}
