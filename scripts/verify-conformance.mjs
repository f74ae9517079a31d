// Runs the official MCP conformance suite, in both protocol eras, against the product's own server over HTTP. Expected
// failures are listed, with their reason, in test/conformance. `npm run verify:conformance`; needs the npm registry.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
/** The suite needs Node 22; the server runs on this one. */
const NODE = 22;
const REVISIONS = ['2025-11-25', '2026-07-28'];

const root = path.resolve(import.meta.dirname, '..');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-conformance-'));
const project = path.join(work, 'project');
fs.mkdirSync(project);

const isNew = Number(process.versions.node.split('.')[0]) >= NODE;
const packages = [SUITE, ...(isNew ? [] : [`node-${os.platform()}-${os.arch()}@${NODE}`])];
const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
execFileSync('npm', [...install, '--prefix', work, ...packages], { cwd: work, stdio: 'ignore' });
const modules = path.join(work, 'node_modules');
const node = isNew
  ? process.execPath
  : path.join(modules, `node-${os.platform()}-${os.arch()}`, 'bin/node');

const { url, stop } = await serve();
let failed = 0;
try {
  for (const revision of REVISIONS) {
    const run = spawnSync(
      node,
      [
        path.join(modules, '@modelcontextprotocol/conformance/dist/index.js'),
        'server',
        '--url',
        url,
        '--requirements',
        revision,
        '--expected-failures',
        path.join(root, `test/conformance/${revision}.yaml`),
        '-o',
        path.join(work, revision),
      ],
      { encoding: 'utf8', cwd: work },
    );
    console.log(`${revision}: ${run.status === 0 ? 'as expected' : 'NOT as expected'}`);
    console.log(run.stdout.slice(Math.max(0, run.stdout.indexOf('=== SUMMARY ==='))));
    if (run.status !== 0) failed++;
  }
} finally {
  await stop();
  fs.rmSync(work, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

/** The built command, on a free port of this machine. */
async function serve() {
  const bin = path.join(root, 'packages/cli/bin/hookloom.cjs');
  const args = [bin, 'serve', '--transport', 'http', '--port', '0', '--json'];
  const env = { PATH: process.env.PATH, HOME: work };
  const child = spawn(process.execPath, args, { cwd: project, env, stdio: ['ignore', 'pipe', 2] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const line = await new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk)));
    void ended.then((code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return {
    url: JSON.parse(line).url,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
