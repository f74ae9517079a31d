// Installs the dependencies of the lock file if the clone has not been installed yet, so that `npm start` and `npm test`
// are the only commands a newcomer needs.
import { execSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node ${process.versions.node} is too old: Hookloom needs Node 20.19 or newer.`);
  process.exit(1);
}
const marker = 'node_modules/.package-lock.json';
const stale =
  !existsSync(marker) || statSync(marker).mtimeMs + 1000 < statSync('package-lock.json').mtimeMs;
if (stale || !existsSync('node_modules/esbuild')) {
  console.log('Installing dependencies (npm ci) …');
  execSync('npm ci --no-audit --no-fund --loglevel=error', { stdio: 'inherit' });
}
