// `npm start`: build if needed, then show the main features on a recorded session.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (!existsSync('packages/cli/dist/cli.mjs') || !existsSync('packages/cli/dist/hook.cjs')) {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}
execFileSync(
  process.execPath,
  ['packages/cli/bin/hookloom.cjs', 'demo', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
