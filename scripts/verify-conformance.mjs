// What the official programs say of the product's own server over HTTP: the MCP conformance suite in both protocol eras,
// both SDK clients and the inspector. Expected failures of the suite are listed, with their reason, in test/conformance.
// `npm run verify:conformance`; needs the npm registry.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { PACKAGES, runClients } from '../test/conformance/clients.mjs';
import { installed, served } from '../test/conformance/lab.mjs';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const REVISIONS = ['2025-11-25', '2026-07-28'];

const root = path.resolve(import.meta.dirname, '..');
const lab = installed([SUITE, ...PACKAGES]);
let failed = 0;
try {
  const { url, stop } = await served(lab.work, 'http');
  for (const revision of REVISIONS) runSuite(url, revision, `${revision}.yaml`);
  await stop();
  failed += await runClients(lab);
} finally {
  fs.rmSync(lab.work, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

/** @param expected A list of failures in test/conformance. */
function runSuite(url, revision, expected) {
  const program = path.join(lab.modules, '@modelcontextprotocol/conformance/dist/index.js');
  const list = path.join(root, 'test/conformance', expected);
  const args = ['server', '--url', url, '--requirements', revision, '--expected-failures', list];
  const out = path.join(lab.work, 'results', revision);
  const run = spawnSync(lab.node, [program, ...args, '-o', out], {
    encoding: 'utf8',
    cwd: lab.work,
  });
  console.log(`${revision}: ${run.status === 0 ? 'as expected' : 'NOT as expected'}`);
  console.log(run.stdout.slice(Math.max(0, run.stdout.indexOf('=== SUMMARY ==='))));
  if (run.status !== 0) failed++;
}
