// Tests the product's own server over HTTP with the official programs: the MCP conformance suite in both protocol eras,
// both SDK clients and the inspector. The suite runs twice: against the product, whose expected failures are listed with
// their reason in test/conformance, and against the same listener with the suite's own tools, where nothing may fail.
// `npm run verify:conformance`; needs the npm registry.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { esbuildEntryPoints } from './entry-points.mjs';
import { PACKAGES, runClients } from '../test/conformance/clients.mjs';
import { installed, served, started } from '../test/conformance/lab.mjs';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const REVISIONS = ['2025-11-25', '2026-07-28'];

const root = path.resolve(import.meta.dirname, '..');
const lab = installed([SUITE, ...PACKAGES]);
let failed = 0;
try {
  await runSuites('the product', await served(lab.work, 'http'), (revision) => [
    '--expected-failures',
    path.join(root, 'test/conformance', `${revision}.yaml`),
  ]);
  await runSuites('its listener with the fixtures', await fixtures(), () => []);
  failed += await runClients(lab);
} finally {
  fs.rmSync(lab.work, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

async function runSuites(name, { url, stop }, more) {
  for (const revision of REVISIONS) runSuite(name, url, revision, more(revision));
  await stop();
}

function runSuite(name, url, revision, more) {
  const program = path.join(lab.modules, '@modelcontextprotocol/conformance/dist/index.js');
  const out = path.join(lab.work, 'results', name, revision);
  const args = ['server', '--url', url, '--requirements', revision, ...more, '-o', out];
  const run = spawnSync(lab.node, [program, ...args], { encoding: 'utf8', cwd: lab.work });
  console.log(`${revision}, ${name}: ${run.status === 0 ? 'as expected' : 'NOT as expected'}`);
  console.log(run.stdout.slice(Math.max(0, run.stdout.indexOf('=== SUMMARY ==='))));
  if (run.status !== 0) failed++;
}

async function fixtures() {
  const file = path.join(lab.work, 'fixtures.mjs');
  await build({
    entryPoints: [path.join(root, 'test/conformance/fixtures/server.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['source'],
    plugins: [esbuildEntryPoints(root)],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire('/');",
    },
  });
  return started([file], { cwd: lab.work, env: { PATH: process.env.PATH, HOME: lab.work } });
}
