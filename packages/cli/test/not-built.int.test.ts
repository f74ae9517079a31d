import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let root: string;
let bin: string;
beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-not-built-'));
  bin = path.join(root, 'bin', 'hookloom.cjs');
  fs.mkdirSync(path.dirname(bin));
  fs.copyFileSync(path.resolve('packages/cli/bin/hookloom.cjs'), bin);
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    input: '{}',
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

const LINE = 'Hookloom is not built yet: run `npm run build`.\n';

test('a clone that is not built says so in one line', () => {
  expect(run('verify')).toEqual({ status: 1, stdout: '', stderr: LINE });
});

test('a client continues without a built clone, and a script that records gets an error', () => {
  expect(run('hook', 'claude-code')).toEqual({ status: 0, stdout: '', stderr: LINE });
  expect(run('hook-event', 'heartbeat')).toEqual({ status: 1, stdout: '', stderr: LINE });
});
