import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createWorkspace,
  eventsOf,
  everythingIn,
  recorded,
  runHook,
  SILENT,
  workOf,
  type Workspace,
} from '../../test/run-hook.ts';
import { drainRaw } from './drain-raw.ts';
import { renderShTransport } from '../registration/sh-transport.ts';

let workspace: Workspace;
let script: string;
let raw: string;
beforeEach(() => {
  workspace = createWorkspace();
  raw = path.join(workspace.dir, 'inbox/raw');
  script = path.join(workspace.root, 'hookloom-inbox.sh');
  fs.writeFileSync(
    script,
    renderShTransport({
      inboxDir: path.join(workspace.dir, 'inbox'),
      session: 'shop-default',
      client: 'claude-code',
    }),
  );
});
afterEach(() => workspace.remove());

function shell(payload: unknown, shell = 'sh'): void {
  const input = Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
  const run = spawnSync(shell, [script], { input, encoding: 'utf8', timeout: 20_000 });
  expect([run.status, run.stdout, run.stderr]).toEqual([0, '', '']);
}

function drain(limit?: number) {
  const options = limit === undefined ? { root: workspace.root } : { root: workspace.root, limit };
  return drainRaw(workspace.dir, Date.now() + 10_000, options);
}

const types = () => workOf(workspace.dir).map(({ type }) => type);

describe('the shell transport', () => {
  it('stores payloads until they are drained, in the order of their delivery', () => {
    shell(recorded('UserPromptSubmit'));
    shell(recorded('PreToolUse.Bash'));
    shell(recorded('PostToolUse.Bash'));
    const files = fs.readdirSync(raw).filter((name) => name !== 'tmp');
    expect(files.every((name) => /^claude-code\.shop-default\.[\d-]+\.json$/.test(name))).toBe(
      true,
    );
    expect(files.map((name) => fs.statSync(path.join(raw, name)).mode & 0o777)).toEqual([
      0o600, 0o600, 0o600,
    ]);
    expect(drain()).toEqual({ taken: 3, bad: 0, left: 0 });
    expect(types()).toEqual([
      'transcript.turn',
      'hook.pre_tool_use',
      'tool.call.completed',
      'command.completed',
    ]);
    const [turn, pre, , command] = eventsOf(workspace.dir);
    expect([pre!.causedBy, command!.causedBy]).toEqual([[turn!.id], [pre!.id]]);
    expect(fs.readdirSync(raw)).toEqual(['tmp']);
    expect(drain()).toEqual({ taken: 0, bad: 0, left: 0 });
  });

  it('gives the event the time of its delivery', () => {
    shell(recorded('Notification.idle_prompt'));
    const [file] = fs.readdirSync(raw).filter((name) => name !== 'tmp');
    fs.utimesSync(
      path.join(raw, file!),
      new Date('2026-01-01T10:00:00.500Z'),
      new Date('2026-01-01T10:00:00.500Z'),
    );
    drain();
    expect(eventsOf(workspace.dir).map(({ timestamp }) => timestamp)).toEqual([
      '2026-01-01T10:00:00.500Z',
    ]);
  });

  it('runs in every available shell, and preserves bytes', () => {
    const shells = ['sh', 'dash', 'bash'].filter(
      (name) => spawnSync(name, ['-c', 'exit 0']).status === 0,
    );
    const bytes = Buffer.from([123, 0, 255, 10, 125]);
    for (const name of shells) shell(bytes, name);
    const files = fs.readdirSync(raw).filter((name) => name !== 'tmp');
    expect(files.map((name) => [...fs.readFileSync(path.join(raw, name))])).toEqual(
      shells.map(() => [...bytes]),
    );
  });

  it('overwrites nothing if a process id repeats', () => {
    const run = `PPID_IS_FIXED=1; for i in 1 2 3; do printf "{\\"n\\":$i}" | (. '${script}'); done`;
    spawnSync('sh', ['-c', run], { timeout: 20_000 });
    const contents = fs
      .readdirSync(raw)
      .filter((name) => name !== 'tmp')
      .map((name) => fs.readFileSync(path.join(raw, name), 'utf8'));
    expect(contents.sort()).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
  });

  it('never fails, even if it cannot write', () => {
    fs.rmdirSync(workspace.dir);
    fs.writeFileSync(workspace.dir, 'a file');
    shell(recorded('Stop'));
    expect(fs.readFileSync(workspace.dir, 'utf8')).toBe('a file');
  });

  it('handles a path full of shell characters', () => {
    const odd = path.join(workspace.root, `it's "$(touch pwned)" \`x\` & ;`);
    fs.writeFileSync(
      script,
      renderShTransport({ inboxDir: odd, session: 's', client: 'claude-code' }),
    );
    shell(recorded('Stop'));
    expect(fs.readdirSync(path.join(odd, 'raw')).length).toBe(2);
    expect(fs.existsSync(path.join(workspace.root, 'pwned'))).toBe(false);
  });

  it.each([
    { inboxDir: 'relative/inbox', session: 's', client: 'claude-code' },
    { inboxDir: '/a\nb', session: 's', client: 'claude-code' },
    { inboxDir: '/a', session: '../s', client: 'claude-code' },
    { inboxDir: '/a', session: 's', client: 'c"; rm -rf' },
  ])('refuses %j', (transport) => {
    expect(() => renderShTransport(transport)).toThrow(/needs an absolute path/);
  });
});

describe('the raw inbox', () => {
  it('is drained once, even if a drain dies between the append and the removal', () => {
    for (const name of ['PostToolUse.Bash', 'Notification.idle_prompt']) shell(recorded(name));
    const copy = path.join(workspace.root, 'copy');
    fs.cpSync(raw, copy, { recursive: true, preserveTimestamps: true });
    drain();
    const once = types();
    fs.cpSync(copy, raw, { recursive: true, preserveTimestamps: true });
    expect(drain()).toEqual({ taken: 2, bad: 0, left: 0 });
    expect(types()).toEqual(once);
  });

  it('is one event if two drains run at once and Node delivers it as well', async () => {
    for (let at = 0; at < 12; at++)
      shell({ ...recorded('PreToolUse.Bash'), tool_use_id: `toolu_${at % 6}` });
    const payload = recorded('PostToolUse.Read');
    // The same installation as that of this process.
    const env = { HOOKLOOM_STATE_DIR: path.join(process.env['HOME']!, '.local/state/hookloom') };
    const hooks = Array.from({ length: 4 }, () =>
      runHook({
        args: ['hook', 'claude-code'],
        cwd: workspace.root,
        stdin: JSON.stringify(payload),
        env,
      }),
    );
    drain();
    expect(await Promise.all(hooks)).toEqual(hooks.map(() => SILENT));
    drain();
    await runHook({
      args: ['hook', 'claude-code'],
      cwd: workspace.root,
      stdin: JSON.stringify(payload),
      env,
    });
    const calls = eventsOf(workspace.dir).map(({ payload }) => payload['tool_use_id']);
    const expected = [payload['tool_use_id'], ...[0, 1, 2, 3, 4, 5].map((at) => `toolu_${at}`)];
    expect([calls.length, new Set(calls)]).toEqual([7, new Set(expected)]);
  });

  it('is drained by a hook, a few files at a time', async () => {
    for (let at = 0; at < 3; at++)
      shell({ ...recorded('PreToolUse.Bash'), tool_use_id: `toolu_${at}` });
    await runHook({
      args: ['hook', 'claude-code'],
      cwd: workspace.root,
      stdin: JSON.stringify(recorded('Stop')),
      env: { HOOKLOOM_HOOK_DEADLINE_MS: '10000' },
    });
    expect(types()).toEqual([
      ...Array(3).fill('hook.pre_tool_use'),
      'transcript.turn',
      'hook.stop',
    ]);
  });

  it('with a file that is not a payload leaves a mark and sets it aside, masked', () => {
    const secret = ['sk-ant', 'api03', `${'Zq7Xw9Lm2Rt5Yp8Kb4Vc6Nd1'.repeat(3)}AA`].join('-');
    shell(Buffer.from(`not JSON, but ${secret}`));
    fs.writeFileSync(path.join(raw, 'unheard-of.shop-default.1-2.json'), '{}');
    fs.writeFileSync(path.join(raw, 'claude-code.shop-default.3-4.txt'), 'no delivery');
    expect(drain()).toEqual({ taken: 0, bad: 2, left: 0 });
    expect(types()).toEqual(['hook.payload_unreadable']);
    expect(fs.readdirSync(path.join(workspace.dir, 'inbox/bad')).length).toBe(2);
    expect(everythingIn(workspace.dir)).not.toContain(secret);
  });

  it('ignores a link or a pipe', () => {
    shell(recorded('PreToolUse.Bash'));
    const target = path.join(workspace.root, 'target.json');
    fs.writeFileSync(target, JSON.stringify(recorded('Stop')));
    fs.symlinkSync(target, path.join(raw, 'claude-code.shop-default.0-0.json'));
    const pipe = path.join(raw, 'claude-code.shop-default.0-1.json');
    spawnSync('sh', ['-c', 'mkfifo "$0"', pipe]);
    expect(drain()).toEqual({ taken: 1, bad: 0, left: 0 });
    expect(types()).toEqual(['hook.pre_tool_use']);
    expect(fs.existsSync(target)).toBe(true);
  });

  it('waits for the next time if the time or file limit is reached', () => {
    for (let at = 0; at < 4; at++)
      shell({ ...recorded('PreToolUse.Bash'), tool_use_id: `toolu_${at}` });
    expect(drainRaw(workspace.dir, Date.now() - 1, { root: workspace.root })).toEqual({
      taken: 0,
      bad: 0,
      left: 4,
    });
    expect(drain(3)).toEqual({ taken: 3, bad: 0, left: 1 });
  });
});
