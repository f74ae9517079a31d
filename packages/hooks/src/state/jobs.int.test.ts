import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isRunning } from '@hookloom/core';
import {
  buildProgram,
  endPrograms,
  endProcess,
  pidIn,
  startProgram,
  until,
} from '../process/program.fixture.ts';
import { MAX_RUNNING, startDetached, takeResults } from './async-jobs.ts';
import type { Task } from './job-files.ts';
import { sessionDir } from './state-dir.ts';

let base: string;
let session: string;
let jobs: string;
let supervisor: string;
beforeEach(async () => {
  base = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-jobs-'));
  session = sessionDir(base, 'codex', '/p', 's1');
  jobs = path.join(session, 'jobs');
  supervisor = await buildProgram(
    base,
    'supervisor',
    `import { supervise } from 'src/dispatch/supervise.ts';\nawait supervise(process.argv[3]);\n`,
  );
});
afterEach(() => {
  endPrograms();
  fs.rmSync(base, { recursive: true, force: true, maxRetries: 50 });
});

const task = (command: string, parts: Partial<Task> = {}): Task => ({
  action: { kind: 'shell', command },
  cwd: base,
  env: { PATH: process.env['PATH'] ?? '' },
  stdin: '{}',
  timeoutMs: 20_000,
  ...parts,
});
const start = (work: Task, meta: object = {}) =>
  startDetached(
    { sessionDir: session, task: work, meta },
    { node: process.execPath, file: supervisor },
  );
const names = (ending: string): string[] =>
  fs.existsSync(jobs) ? fs.readdirSync(jobs).filter((name) => name.endsWith(ending)) : [];

it('background work survives the end of the client’s process group, and its outcome is returned once', async () => {
  const request = {
    sessionDir: session,
    task: task('until [ -e go ]; do sleep 0.05; done; echo survived'),
    meta: { n: 1 },
  };
  const client = await buildProgram(
    base,
    'client',
    `import { startDetached } from 'src/state/async-jobs.ts';
    startDetached(${JSON.stringify(request)}, { node: process.execPath, file: process.argv[2] });
    setInterval(() => {}, 1000);`,
  );
  const child = startProgram(client, [supervisor], true);
  await until(() => names('.run').length === 1);
  process.kill(-child.pid!, 'SIGKILL');
  await until(() => child.signalCode === 'SIGKILL');
  expect(takeResults(session)).toEqual([]);
  fs.writeFileSync(path.join(base, 'go'), '');
  await until(() => names('.result').length === 1);
  expect(takeResults(session)).toMatchObject([
    { meta: { n: 1 }, outcome: { exitCode: 0, stdout: 'survived\n' } },
  ]);
  expect(takeResults(session)).toEqual([]);
  await until(() => fs.readdirSync(jobs).length === 0);
});

it('the call returns before the work is done', async () => {
  expect(start(task('until [ -e go ]; do sleep 0.05; done; echo late > late.txt')).kind).toBe(
    'started',
  );
  expect(fs.existsSync(path.join(base, 'late.txt'))).toBe(false);
  fs.writeFileSync(path.join(base, 'go'), '');
  // A supervisor that still writes its result would write into the folder that the test removes.
  await until(() => names('.result').length === 1);
  expect(fs.readFileSync(path.join(base, 'late.txt'), 'utf8')).toBe('late\n');
});

it('outcomes, including those of endpoints, arrive in the order in which their jobs were started', async () => {
  const server = http.createServer((_request, response) => response.end('{"a":1}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  start(task('sleep 0.3; echo slow'), { n: 1 });
  await new Promise((resolve) => setTimeout(resolve, 5));
  start(task('', { action: { kind: 'http', url, headers: {}, allowedEnvVars: [] } }), { n: 2 });
  await until(() => names('.result').length === 2);
  server.close();
  expect(takeResults(session)).toMatchObject([
    { meta: { n: 1 }, outcome: { kind: 'process', stdout: 'slow\n' } },
    { meta: { n: 2 }, outcome: { kind: 'http', status: 200, body: '{"a":1}' } },
  ]);
});

it('one of many simultaneous events gets an outcome', async () => {
  start(task('echo one'));
  await until(() => names('.result').length === 1);
  const taker = await buildProgram(
    base,
    'taker',
    `import fs from 'node:fs';
    import { takeResults } from 'src/state/async-jobs.ts';
    fs.appendFileSync(process.argv[3], takeResults(process.argv[2]).length + '\\n');`,
  );
  const told = path.join(base, 'told');
  for (let at = 0; at < 8; at++) startProgram(taker, [session, told]);
  await until(() => fs.existsSync(told) && fs.readFileSync(told, 'utf8').split('\n').length === 9);
  expect(fs.readFileSync(told, 'utf8').split('\n').sort().join('')).toBe('00000001');
});

it('the input of a job is not on the disk while it runs, and its files are private', async () => {
  const secret = `sk-${'x'.repeat(20)}`;
  start(
    task('echo $$ > child; until [ -e go ]; do sleep 0.05; done', {
      env: { PATH: process.env['PATH'] ?? '', KEY: secret },
    }),
    { n: 1 },
  );
  await pidIn(path.join(base, 'child'));
  const files = fs.readdirSync(jobs).map((name) => path.join(jobs, name));
  expect(files).toHaveLength(1);
  expect(fs.statSync(files[0]!).mode & 0o777).toBe(0o600);
  expect(fs.statSync(jobs).mode & 0o777).toBe(0o700);
  expect(fs.readFileSync(files[0]!, 'utf8')).not.toContain(secret);
  fs.writeFileSync(path.join(base, 'go'), '');
  await until(() => names('.result').length === 1);
});

it('reports a job whose supervisor was killed as killed, once', async () => {
  start(task('echo $$ > child; exec sleep 30'), { n: 1 });
  const child = await pidIn(path.join(base, 'child'));
  const pid = Number(/\.(\d+)\.run$/.exec(names('.run')[0]!)![1]);
  endProcess(pid);
  await until(() => !isRunning(pid));
  expect(takeResults(session)).toMatchObject([
    { meta: { n: 1 }, outcome: { kind: 'process', exitCode: null, signal: 'SIGKILL' } },
  ]);
  expect(takeResults(session)).toEqual([]);
  endProcess(child);
});

it('a supervisor that is asked to end also ends its handler', async () => {
  start(task('echo $$ > child; exec sleep 30'));
  const child = await pidIn(path.join(base, 'child'));
  process.kill(Number(/\.(\d+)\.run$/.exec(names('.run')[0]!)![1]), 'SIGTERM');
  await until(() => !isRunning(child));
});

it('reports a job that no supervisor claimed as not started', () => {
  fs.mkdirSync(jobs);
  const file = path.join(jobs, '0000000001-aa.job');
  fs.writeFileSync(file, JSON.stringify({ task: task('true'), meta: { n: 1 } }));
  expect(takeResults(session)).toEqual([]);
  const before = new Date(Date.now() - 120_000);
  fs.utimesSync(file, before, before);
  expect(takeResults(session)).toMatchObject([
    { meta: { n: 1 }, outcome: { startError: 'no_supervisor' } },
  ]);
  expect(fs.readdirSync(jobs)).toEqual([]);
});

it('reports a supervisor that died after its last output once', () => {
  fs.mkdirSync(jobs);
  const dead = spawnSync('true').pid;
  fs.writeFileSync(path.join(jobs, `0000000001-aa.${dead}.run`), '{"meta":{},"kind":"process"}');
  fs.writeFileSync(
    path.join(jobs, '0000000001-aa.result'),
    JSON.stringify({ meta: { n: 1 }, outcome: { kind: 'process', exitCode: 0 } }),
  );
  expect(takeResults(session)).toMatchObject([{ outcome: { exitCode: 0 } }]);
  expect(fs.readdirSync(jobs)).toEqual([]);
});

it('limits the background work of one session, and a finished job makes room', async () => {
  fs.mkdirSync(jobs);
  const running = (at: number, pid: number) =>
    path.join(jobs, `00000000${String(at).padStart(2, '0')}-aa.${pid}.run`);
  for (let at = 0; at < MAX_RUNNING; at++) fs.writeFileSync(running(at, process.pid), '{}');
  expect(start(task('true'))).toEqual({ kind: 'too_many' });
  expect(names('.job')).toEqual([]);
  fs.renameSync(running(3, process.pid), running(3, spawnSync('true').pid));
  expect(start(task('true')).kind).toBe('started');
  await until(() => names('.result').length === 1);
});

it('reports a program that cannot be started, and leaves nothing behind', () => {
  const work = { sessionDir: session, task: task('true'), meta: {} };
  const node = path.join(base, 'no-node');
  expect(startDetached(work, { node, file: supervisor })).toEqual({ kind: 'no_process' });
  expect(fs.readdirSync(jobs)).toEqual([]);
});

it('a missing working folder is an outcome, not a lost job', async () => {
  expect(start(task('true', { cwd: path.join(base, 'gone') })).kind).toBe('started');
  await until(() => names('.result').length === 1);
  expect(takeResults(session)).toMatchObject([{ outcome: { startError: 'ENOENT' } }]);
});

it('removes outcomes that were not read within a day', () => {
  fs.mkdirSync(jobs);
  const old = path.join(jobs, '0000000001-aa.result');
  fs.writeFileSync(old, '{}');
  fs.utimesSync(old, new Date(0), new Date(0));
  start(task('true'));
  expect(fs.existsSync(old)).toBe(false);
});

it('removes outcomes of an ended session when another begins', () => {
  fs.mkdirSync(jobs);
  const [old, fresh] = ['0000000001-aa.result', '0000000002-aa.result'];
  for (const name of [old, fresh]) fs.writeFileSync(path.join(jobs, name), '{}');
  fs.utimesSync(path.join(jobs, old), new Date(0), new Date(0));
  sessionDir(base, 'codex', '/p', 's2');
  expect(fs.readdirSync(jobs)).toEqual([fresh]);
});

it('a supervisor that cannot read its job ends silently', () => {
  const broken = path.join(base, '0000000001-aa.job');
  fs.writeFileSync(broken, '{"task":');
  for (const file of [path.join(base, 'no.job'), broken]) {
    const run = spawnSync(process.execPath, [supervisor, 'supervise', file], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
    expect([run.status, run.stdout, run.stderr]).toEqual([0, '', '']);
  }
});
