import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runInProcess } from './in-process.ts';

let cwd: string;
beforeEach(() => {
  cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-idle-'));
});
afterEach(() => fs.rmSync(cwd, { recursive: true, force: true }));

const run = (argv: string[], env: Record<string, string> = {}) =>
  runInProcess(argv, { cwd, env: { HOME: cwd, PATH: process.env['PATH'] ?? '', ...env } });

it('a command lists settings without effect on one line of standard error, and still works', async () => {
  const plain = await run(['settings', 'list', '--json']);
  expect(plain).toMatchObject({ status: 0, stderr: '' });
  const env = { HOOKLOOM_WORKER_PROT: '4000', PROJECTION_BACKEND: 'mongo' };
  expect(await run(['settings', 'list', '--json'], env)).toEqual({
    status: 0,
    stdout: plain.stdout,
    stderr:
      'hookloom: HOOKLOOM_WORKER_PROT is not read (did you mean HOOKLOOM_WORKER_PORT?); ' +
      'PROJECTION_BACKEND takes embedded or sqlite or postgres or neo4j, not "mongo".\n',
  });
});

it('doctor has a row for them instead', async () => {
  const { stdout, stderr } = await run(['doctor', '--json'], { HOOKLOOM_WORKER_AUTOSTART: '0' });
  expect(stderr).toBe('');
  const { rows } = JSON.parse(stdout) as {
    rows: { id: string; status: string; message: string }[];
  };
  expect(rows.find(({ id }) => id === 'settings')).toMatchObject({
    status: 'warning',
    message: 'HOOKLOOM_WORKER_AUTOSTART takes true or false, not "0".',
  });
});
