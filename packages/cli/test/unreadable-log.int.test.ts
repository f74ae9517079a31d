/** A log without read permission is neither missing nor empty: every command names the file and what to do. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BIN } from './command-line.ts';

/** Root may read every file. */
const USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let folder: string;
let log: string;
beforeAll(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-unreadable-')));
  if (USER.uid !== undefined) fs.chownSync(folder, USER.uid, USER.gid);
  expect(run('init-session', '.').status).toBe(0);
  const logs = path.join(folder, '.eventloom');
  log = path.join(
    logs,
    fs.readdirSync(logs).find((name) => name.endsWith('.jsonl'))!,
  );
  fs.chmodSync(log, 0);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const run = (...words: string[]) =>
  spawnSync(process.execPath, [BIN, ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, HOOKLOOM_WORKER_AUTOSTART: 'false' },
    encoding: 'utf8',
    input: '',
    ...USER,
  });

it.each([['status'], ['memory', 'log'], ['memory', 'checkout', 'When is bread baked?']])(
  '%s %s says which log it may not read, and not that it is missing',
  (...words) => {
    const said = run(...words).stdout.replaceAll(/\s+/g, ' ');
    expect(said).toContain(`You have no permission to read ${log}`);
    expect(said).toContain(`chmod u+rw ${log}`);
    expect(said).not.toContain('missing');
  },
);

it.each([
  ['memory', 'log'],
  ['memory', 'status'],
  ['memory', 'remember', 'Bread is baked at four'],
  ['context'],
  ['verify'],
])('%s %s fails with the name of the log, and asks for no stack', (...words) => {
  const { status, stderr } = run(...words);
  expect([3, 7]).toContain(status);
  expect(stderr).toContain(log);
  expect(stderr).not.toContain('HOOKLOOM_DEBUG');
});

it('a checkout says that the log cannot be read, not the projection, and says it once', () => {
  const said = run('memory', 'checkout', 'When is bread baked?').stdout.replaceAll(/\s+/g, ' ');
  expect(said).toContain(`the log ${log} cannot be read; run \`chmod u+rw ${log}\``);
  expect(said).not.toContain('projection');
  expect(said.match(/Note: the log/g)).toHaveLength(1);
});

it('doctor reports it as one failed check with the command to run, and makes the other checks', () => {
  const { rows } = JSON.parse(run('doctor', '--json').stdout) as {
    rows: { id: string; status: string; command: string | null }[];
  };
  expect(rows.filter(({ status }) => status === 'error')).toMatchObject([
    { id: 'logs', command: `chmod u+rw ${log}` },
  ]);
  expect(rows.find(({ id }) => id === 'disk')?.status).toBe('ok');
});
