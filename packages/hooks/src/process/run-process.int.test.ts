import fs from 'node:fs';
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
} from './program.fixture.ts';
import { runProcess, type ProcessOutcome, type ProcessRequest } from './run-process.ts';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-process-'));
});
afterEach(() => {
  endPrograms();
  fs.rmSync(dir, { recursive: true, force: true });
});

const env = { PATH: process.env['PATH'] ?? '' };
function run(action: ProcessRequest['action'], parts: Partial<ProcessRequest> = {}) {
  return runProcess({ action, cwd: dir, env, stdin: '{}', timeoutMs: 20_000, ...parts });
}
function shell(command: string, parts: Partial<ProcessRequest> = {}): Promise<ProcessOutcome> {
  return run({ kind: 'shell', command }, parts);
}
const inDir = (name: string): string => path.join(dir, name);

it('passes the payload, and captures both outputs and the exit code', async () => {
  const outcome = await shell('cat; echo seen >&2; exit 7', { stdin: '{"a":1}' });
  expect({ ...outcome, durationMs: 0 }).toEqual({
    kind: 'process',
    exitCode: 7,
    signal: null,
    timedOut: false,
    startError: null,
    stdout: '{"a":1}',
    stderr: 'seen\n',
    truncated: false,
    durationMs: 0,
  });
});

it("runs an argument list without a shell, with relative paths from the handler's folder", async () => {
  fs.writeFileSync(inDir('show.sh'), '#!/bin/sh\nprintf "%s|" "$@"\n', { mode: 0o755 });
  const outcome = await run({ kind: 'argv', argv: ['./show.sh', 'a b', '$HOME', ';'] });
  expect(outcome.stdout).toBe('a b|$HOME|;|');
});

it("resolves a bare name in the PATH of the handler's environment", async () => {
  fs.mkdirSync(inDir('bin'));
  fs.writeFileSync(inDir('bin/own-hook'), '#!/bin/sh\necho found\n', { mode: 0o755 });
  const outcome = await run(
    { kind: 'argv', argv: ['own-hook'] },
    { env: { PATH: `${dir}/bin:${env.PATH}` } },
  );
  expect(outcome.stdout).toBe('found\n');
});

it.each([
  ['a missing program', ['./nothing']],
  ['a file without the right to execute', ['./plain.txt']],
  ['a name that is not in the PATH', ['hookloom-no-such-program']],
  ['a program with a NUL in an argument', ['/bin/sh', 'a\0b']],
] as const)('%s is reported as not started', async (_what, argv) => {
  fs.writeFileSync(inDir('plain.txt'), 'x', { mode: 0o600 });
  const outcome = await run({ kind: 'argv', argv: [...argv] as [string, ...string[]] });
  expect(outcome.startError).toMatch(/^(ENOENT|EACCES|ERR_INVALID_ARG_VALUE)$/);
  expect(outcome.exitCode).toBeNull();
});

it('reports as not started if the folder is missing or the environment is too large for the system', async () => {
  expect((await shell('true', { cwd: inDir('gone') })).startError).toBe('ENOENT');
  const large = { ...env, LARGE: 'x'.repeat(3_000_000) };
  expect((await shell('true', { env: large })).startError).toBe('E2BIG');
});

it('reports as not started without a free file descriptor, and the next run works again', async () => {
  const file = await buildProgram(
    dir,
    'full',
    `import fs from 'node:fs';
    import { runProcess } from 'src/process/run-process.ts';
    const run = () => runProcess({ action: { kind: 'shell', command: 'echo ran' }, cwd: '/', env: {}, stdin: '', timeoutMs: 20000 });
    await run();
    const held = [];
    try { for (;;) held.push(fs.openSync('/dev/null')); } catch {}
    fs.closeSync(held.pop());
    const full = await run();
    for (const fd of held) fs.closeSync(fd);
    const free = await run();
    fs.writeFileSync(process.argv[2], JSON.stringify([full.startError, free.stdout]) + '\\n');`,
  );
  startProgram(file, [inDir('told')]);
  await until(() => fs.existsSync(inDir('told')) && fs.statSync(inDir('told')).size > 0);
  expect(JSON.parse(fs.readFileSync(inDir('told'), 'utf8'))).toEqual([
    expect.stringMatching(/^E(MFILE|NFILE)$/),
    'ran\n',
  ]);
});

it('does not block on a payload larger than the pipe that the child never reads', async () => {
  const outcome = await shell('echo no >&2; exit 2', { stdin: 'x'.repeat(400_000) });
  expect([outcome.exitCode, outcome.stderr]).toEqual([2, 'no\n']);
  expect((await shell('exec 0<&-; echo done', { stdin: 'x'.repeat(2_000_000) })).stdout).toBe(
    'done\n',
  );
});

it('does not block on a child that fills both outputs before it reads', async () => {
  const outcome = await shell('head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2; wc -c', {
    stdin: 'x'.repeat(300_000),
  });
  expect([
    outcome.exitCode,
    outcome.stdout.trim().endsWith('300000'),
    outcome.stderr.length,
  ]).toEqual([0, true, 300_000]);
});

it('joins a character split between two writes, and replaces invalid bytes', async () => {
  const outcome = await shell(String.raw`printf '\303'; sleep 0.1; printf '\251 \377'`);
  expect(outcome.stdout).toBe('é \uFFFD');
});

it('gives the child the complete payload and its end, with or without a newline', async () => {
  for (const stdin of ['{"a":1}', '{"a":1}\n', Buffer.from('{"é":1}')])
    expect((await shell('cat', { stdin })).stdout).toBe(stdin.toString());
});

it('reads and discards output beyond the limit', async () => {
  const outcome = await shell('head -c 3000000 /dev/zero | tr "\\0" x; echo end >&2', {
    outputCapBytes: 1_000,
  });
  expect([outcome.exitCode, outcome.stdout.length, outcome.truncated, outcome.stderr]).toEqual([
    0,
    1_000,
    true,
    'end\n',
  ]);
  const whole = await shell('printf 12345', { outputCapBytes: 5 });
  expect([whole.stdout, whole.truncated]).toEqual(['12345', false]);
});

it('reports the signal that ended the child', async () => {
  expect(await shell('kill -SEGV $$')).toMatchObject({
    exitCode: null,
    signal: 'SIGSEGV',
    timedOut: false,
  });
});

it('ends with the direct child and leaves a process that still holds its output alone', async () => {
  const outcome = await shell('sleep 30 & echo $! > sleeper; echo answer');
  expect([outcome.exitCode, outcome.stdout]).toEqual([0, 'answer\n']);
  const pid = await pidIn(inDir('sleeper'));
  expect(isRunning(pid)).toBe(true);
  endProcess(pid);
});

it('a child that ended in time has not timed out, however long others hold its output', async () => {
  const outcome = await shell('sleep 30 & echo $! > sleeper; echo answer', {
    timeoutMs: 2_000,
    drainMs: 2_500,
  });
  const pid = await pidIn(inDir('sleeper'));
  expect([outcome.timedOut, outcome.exitCode, isRunning(pid)]).toEqual([false, 0, true]);
  endProcess(pid);
});

it('sends SIGTERM to the group at the deadline and keeps the output so far', async () => {
  const outcome = await shell('echo early; sleep 30 & echo $! > sleeper; wait', {
    timeoutMs: 1_000,
  });
  expect([outcome.timedOut, outcome.stdout]).toEqual([true, 'early\n']);
  const pid = await pidIn(inDir('sleeper'));
  await until(() => !isRunning(pid));
});

it('gives programs that the handler started the grace period too, after its shell has gone', async () => {
  const tidy = `trap 'sleep 0.3; echo done > tidied; exit' TERM; echo $$ > tidier; while :; do sleep 0.05; done`;
  fs.writeFileSync(inDir('tidy.sh'), tidy);
  const outcome = await shell('sh tidy.sh & wait', { timeoutMs: 2_000, graceMs: 20_000 });
  expect([outcome.timedOut, outcome.signal]).toEqual([true, 'SIGTERM']);
  expect(fs.readFileSync(inDir('tidied'), 'utf8')).toBe('done\n');
});

it('kills a child that ignores SIGTERM after the grace period, with the programs it started', async () => {
  const outcome = await shell(
    "trap '' TERM; sleep 30 & echo $! > sleeper; while :; do sleep 0.05; done",
    { timeoutMs: 1_000, graceMs: 200 },
  );
  expect([outcome.timedOut, outcome.signal]).toEqual([true, 'SIGKILL']);
  const pid = await pidIn(inDir('sleeper'));
  await until(() => !isRunning(pid));
});

it('does not wait for a child in its own session, which escapes', async () => {
  const outcome = await shell('setsid sleep 30 & echo $! > sleeper; echo said; wait', {
    timeoutMs: 1_000,
    graceMs: 200,
  });
  expect([outcome.timedOut, outcome.stdout]).toEqual([true, 'said\n']);
  const pid = await pidIn(inDir('sleeper'));
  expect(isRunning(pid)).toBe(true);
  endProcess(pid);
});

const RUN = `import { runProcess } from 'src/process/run-process.ts';
const run = (command, stdin = '') => runProcess({ action: { kind: 'shell', command }, cwd: process.argv[2], env: process.env, stdin, timeoutMs: 60000 });
`;

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'ends what we started if %s ends us',
  async (signal) => {
    const file = await buildProgram(dir, 'parent', `${RUN}await run('echo $$ > child; sleep 30');`);
    const parent = startProgram(file, [dir]);
    const pid = await pidIn(inDir('child'));
    parent.kill(signal);
    await until(() => !isRunning(pid) && parent.exitCode !== null);
    expect(parent.exitCode).toBe({ SIGTERM: 143, SIGINT: 130, SIGHUP: 129 }[signal]);
  },
);

it('ends a running handler if we exit', async () => {
  const file = await buildProgram(
    dir,
    'parent',
    `${RUN}import fs from 'node:fs';
    void run('echo $$ > child; sleep 30');
    const file = process.argv[2] + '/child';
    setInterval(() => fs.existsSync(file) && fs.statSync(file).size > 0 && process.exit(0), 10);`,
  );
  const parent = startProgram(file, [dir]);
  await until(() => parent.exitCode !== null);
  const pid = await pidIn(inDir('child'));
  await until(() => !isRunning(pid));
});

it('a signal ends us like any other program if no handler is running', async () => {
  const file = await buildProgram(
    dir,
    'parent',
    `${RUN}import fs from 'node:fs';
    await run('true');
    setInterval(() => {}, 1000);
    fs.writeFileSync(process.argv[2] + '/ready', '1\\n');`,
  );
  const parent = startProgram(file, [dir]);
  await pidIn(inDir('ready'));
  parent.kill('SIGINT');
  await until(() => parent.signalCode !== null || parent.exitCode !== null);
  expect([parent.signalCode, parent.exitCode]).toEqual(['SIGINT', null]);
});

it('a process that holds the payload without reading it does not prevent us from ending', async () => {
  const file = await buildProgram(
    dir,
    'parent',
    `${RUN}await run('exec 3<&0; sleep 30 <&3 & echo $! > sleeper', 'x'.repeat(2000000));`,
  );
  const parent = startProgram(file, [dir]);
  await until(() => parent.exitCode !== null);
  const pid = await pidIn(inDir('sleeper'));
  expect([parent.exitCode, isRunning(pid)]).toEqual([0, true]);
  endProcess(pid);
});
