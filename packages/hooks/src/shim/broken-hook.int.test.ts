/** A hook that has missing parts, a full disk, or is ended. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@hookloom/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createWorkspace,
  HOOK_FILE,
  runHook,
  SILENT,
  workOf,
  type HookInput,
  type Workspace,
} from '../../test/run-hook.ts';

let workspace: Workspace;
let home: string;
let dist: string;
beforeEach(() => {
  workspace = createWorkspace();
  home = path.join(path.dirname(workspace.root), 'home');
  dist = path.join(home, 'dist');
  fs.mkdirSync(path.join(home, '.hookloom'), { recursive: true });
  fs.mkdirSync(dist);
  const built = path.dirname(HOOK_FILE);
  for (const file of fs.readdirSync(built))
    if (file.endsWith('.cjs')) fs.copyFileSync(path.join(built, file), path.join(dist, file));
});
afterEach(() => workspace.remove());

const PAYLOAD = {
  session_id: 's1',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
};
const REFUSED = {
  code: 2,
  stdout: '',
  stderr: expect.stringContaining('so it was refused') as string,
};
let calls = 0;

function hook(payload: JsonObject = {}, more: Partial<HookInput> = {}) {
  return runHook({
    args: ['hook', 'claude-code'],
    cwd: workspace.root,
    stdin: JSON.stringify({ ...PAYLOAD, tool_use_id: `toolu_${calls++}`, ...payload }),
    hookFile: path.join(dist, 'hook.cjs'),
    ...more,
    env: { HOME: home, HOOKLOOM_HOOK_DEADLINE_MS: '10000', ...more.env },
  });
}

function guard(command: string): void {
  const hooks = `[[hooks.pre_tool_use]]\ncommand = "${command}"\ncritical = true\n`;
  fs.writeFileSync(path.join(home, '.hookloom/hooks.toml'), hooks);
}

/** Removes a part of the bundle; the returned function restores it. */
function without(part: string): () => void {
  const file = path.join(dist, `${part}.cjs`);
  fs.renameSync(file, `${file}.away`);
  return () => fs.renameSync(`${file}.away`, file);
}

const types = () => workOf(workspace.dir).map(({ type }) => type);
const LARGE = { tool_input: { command: 'x'.repeat(100_000) } };

describe('a missing part of the bundle', () => {
  it.each([
    ['engine', {}],
    ['engine-claude-code', {}],
    ['engine-from-toml', {}],
    ['hook-answer', {}],
  ])('%s: refuses the calls of a critical guard, and no other events', async (part, payload) => {
    guard('true');
    expect(await hook()).toEqual(SILENT);
    without(part);
    expect(await hook(payload)).toEqual(REFUSED);
    expect(await hook({ ...payload, hook_event_name: 'Notification' })).toEqual(SILENT);
  });

  it.each([
    ['hook-where', {}],
    ['hook-input', LARGE],
  ])('%s: refuses possible calls of a critical guard', async (part, payload) => {
    guard('true');
    expect(await hook()).toEqual(SILENT);
    without(part);
    expect(await hook(payload)).toEqual(REFUSED);
    const args = ['hook', 'claude-code', 'Notification'];
    expect(await hook({ ...payload, hook_event_name: 'Notification' }, { args })).toEqual(SILENT);
  });

  it.each([
    ['client-claude-code', {}],
    ['hook-input', LARGE],
  ])(
    '%s: records payloads that arrived meanwhile as soon as it is restored',
    async (part, payload) => {
      const restore = without(part);
      expect(await hook(payload)).toEqual(SILENT);
      expect(types()).toEqual([]);
      restore();
      expect(await hook()).toEqual(SILENT);
      expect(types()).toEqual(['hook.pre_tool_use', 'hook.pre_tool_use']);
    },
  );

  it('that interprets payloads does not stop the guard', async () => {
    guard('exit 2');
    await hook();
    without('client-claude-code');
    expect((await hook()).stdout).toContain('"deny"');
  });
});

describe('a full disk', () => {
  /** Options of Node that prevent writes below a folder. */
  function full(): string[] {
    const file = path.join(home, 'full.cjs');
    const text = `const fs = require('node:fs');
const inside = (file) => String(file).startsWith(${JSON.stringify(workspace.dir)});
const no = () => { throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }); };
const { openSync, mkdirSync } = fs;
fs.openSync = (file, flags, mode) =>
  inside(file) && flags !== 'r' && (typeof flags === 'string' || (flags & 3) !== 0) ? no() : openSync(file, flags, mode);
fs.mkdirSync = (file, options) => (inside(file) ? no() : mkdirSync(file, options));
`;
    fs.writeFileSync(file, text);
    return ['--require', file];
  }

  it('does not stop a guard, and losses are reported once there is space again', async () => {
    guard('exit 2');
    const nodeArgs = full();
    for (let at = 0; at < 3; at++)
      expect((await hook({}, { nodeArgs })).stdout).toContain('"deny"');
    expect(types()).toEqual([]);
    await hook({ hook_event_name: 'SessionStart', source: 'startup' });
    await hook({ hook_event_name: 'SessionStart', source: 'resume' });
    const sealed = workOf(workspace.dir).filter(({ type }) => type === 'log.lost');
    const time = expect.stringMatching(/^2\d{3}-/) as string;
    // Each delivery, the run of its guard and the denial.
    const payload = { count: 9, reasons: ['no_space'], first_at: time, last_at: time };
    expect(sealed).toEqual([{ type: 'log.lost', payload }]);
  });
});

describe('a hook that is ended', () => {
  const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

  it.each(SIGNALS)('by %s refuses the call that its guard did not decide', async (signal) => {
    const mark = path.join(home, 'begun');
    guard(`touch ${mark}; exec sleep 60`);
    const child = spawn(process.execPath, [HOOK_FILE, 'hook', 'claude-code'], {
      cwd: workspace.root,
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
    });
    child.stdin.end(JSON.stringify(PAYLOAD));
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    const ended = new Promise<number | null>((resolve) => void child.on('close', resolve));
    while (!fs.existsSync(mark)) await new Promise((resolve) => void setTimeout(resolve, 20));
    child.kill(signal);
    expect([await ended, stderr]).toEqual([2, expect.stringContaining('so it was refused')]);
  });
});
