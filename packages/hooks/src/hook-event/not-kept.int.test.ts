import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createWorkspace,
  eventsOf,
  recorded,
  runHook,
  type HookRun,
  type Workspace,
} from '../../test/run-hook.ts';
import { countedLosses } from '../losses/counted-losses.ts';

let workspace: Workspace;
let outside: string;
let env: Record<string, string>;
beforeEach(() => {
  workspace = createWorkspace();
  outside = path.dirname(workspace.root);
  env = { HOOKLOOM_STATE_DIR: path.join(outside, 'state') };
});
afterEach(() => workspace.remove());

/** Options of Node for a log that can be read but not written. */
function refusing(code: string): string[] {
  const file = path.join(outside, `${code}.cjs`);
  fs.writeFileSync(
    file,
    `const fs = require('node:fs');
const no = () => { throw Object.assign(new Error('${code}: refused'), { code: '${code}' }); };
const inside = (file) => String(file).startsWith(${JSON.stringify(workspace.dir)});
const { openSync, mkdirSync } = fs;
fs.openSync = (file, flags, mode) =>
  inside(file) && flags !== 'r' && (typeof flags === 'string' || (flags & 3) !== 0) ? no() : openSync(file, flags, mode);
fs.mkdirSync = (file, options) => (inside(file) ? no() : mkdirSync(file, options));
`,
  );
  return ['--require', file];
}

const logFile = (): string => path.join(workspace.dir, 'shop-default.jsonl');
const elsewhere = (): string => path.join(outside, 'elsewhere');

/** Makes the log reject events; returns Node's options if this is not done on the disk. */
const FAULTS: Record<string, { reason: string; make: () => string[] }> = {
  'a full disk': { reason: 'no_space', make: () => refusing('ENOSPC') },
  'a read-only file system': { reason: 'read_only', make: () => refusing('EROFS') },
  'a folder that is a link': {
    reason: 'refused',
    make() {
      fs.mkdirSync(elsewhere());
      fs.rmdirSync(workspace.dir);
      fs.symlinkSync(elsewhere(), workspace.dir);
      return [];
    },
  },
  'a log that is a link': {
    reason: 'refused',
    make() {
      fs.symlinkSync(elsewhere(), logFile());
      return [];
    },
  },
  'a log that is hard-linked twice': {
    reason: 'refused',
    make() {
      fs.writeFileSync(logFile(), '', { mode: 0o600 });
      fs.linkSync(logFile(), elsewhere());
      return [];
    },
  },
  'a log that is a pipe': {
    reason: 'refused',
    make() {
      expect(spawnSync('mkfifo', [logFile()]).status).toBe(0);
      return [];
    },
  },
};

const TRIGGERS: Record<string, string[]> = {
  heartbeat: ['heartbeat'],
  'session-resumed': ['session-resumed'],
  command: ['command', '--command', 'npm test', '--exit-code', '0'],
  'transcript-turn': ['transcript-turn', '--role', 'user', '--content', 'Use tabs.'],
};

function hookEvent(args: string[], nodeArgs: string[] = []): Promise<HookRun> {
  return runHook({ args: ['hook-event', ...args], cwd: workspace.root, env, nodeArgs });
}

function clientHook(nodeArgs: string[] = []): Promise<HookRun> {
  const stdin = JSON.stringify({ ...recorded('SessionStart.startup'), cwd: workspace.root });
  const named = ['--eventloom-path', workspace.dir, '--session-id', 'shop-default'];
  const args = ['hook', 'claude-code', ...named];
  return runHook({ args, cwd: workspace.root, env, nodeArgs, stdin });
}

describe.each(Object.entries(FAULTS))('with %s', (_fault, { reason, make }) => {
  it('hook-event fails and says why, and the loss is counted outside the workspace', async () => {
    const nodeArgs = make();
    for (const [trigger, args] of Object.entries(TRIGGERS)) {
      const { code, stdout, stderr } = await hookEvent(args, nodeArgs);
      expect([trigger, code, stdout]).toEqual([trigger, 1, '']);
      expect(stderr).toMatch(/^hookloom hook-event: nothing was recorded: [^\n]+\n$/);
    }
    expect(countedLosses(workspace.dir, env)).toMatchObject({ count: 4, reasons: [reason] });
  });

  it("a client's hook ends with 0 and no output, and the loss is counted", async () => {
    const nodeArgs = make();
    expect(await clientHook(nodeArgs)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(countedLosses(workspace.dir, env)).toMatchObject({ count: 1, reasons: [reason] });
  });
});

it('counts an event in the inbox as stored', async () => {
  fs.mkdirSync(path.join(workspace.dir, 'inbox', 'tmp'), { recursive: true, mode: 0o700 });
  const { createFileLock } = await import('@hookloom/log/append');
  const lock = createFileLock(workspace.dir, 'shop-default');
  expect(lock.acquire(1000)).toBe(true);
  try {
    expect(await hookEvent(['heartbeat'])).toEqual({ code: 0, stdout: '', stderr: '' });
  } finally {
    lock.release();
    lock.close();
  }
  expect(countedLosses(workspace.dir, env)).toBeNull();
});

describe('once there is space again', () => {
  const sealed = (): unknown[] =>
    eventsOf(workspace.dir)
      .filter(({ type }) => type === 'log.lost')
      .map(({ payload: { count, reasons } }) => [count, reasons]);

  it('the next hook-event seals the count, once', async () => {
    const full = refusing('ENOSPC');
    for (let at = 0; at < 3; at++) await hookEvent(['heartbeat'], full);
    await hookEvent(['heartbeat'], refusing('EROFS'));
    for (let at = 0; at < 2; at++) expect((await hookEvent(['heartbeat'])).code).toBe(0);
    expect(sealed()).toEqual([[4, ['no_space', 'read_only']]]);
    expect(countedLosses(workspace.dir, env)).toBeNull();
  });

  it('the next turn of a session that is already running seals it', async () => {
    await clientHook(refusing('ENOSPC'));
    const prompt = { ...recorded('UserPromptSubmit'), cwd: workspace.root };
    const turn = { args: ['hook', 'claude-code'], cwd: workspace.root, env };
    expect((await runHook({ ...turn, stdin: JSON.stringify(prompt) })).code).toBe(0);
    expect(sealed()).toEqual([[1, ['no_space']]]);
  });

  it('a process killed while sealing leaves a count that is sealed once', async () => {
    await hookEvent(['heartbeat'], refusing('ENOSPC'));
    const folder = path.join(outside, 'state', 'lost');
    const [name] = fs.readdirSync(folder);
    fs.renameSync(path.join(folder, name!), path.join(folder, `${name}~4711-1`));
    const taken = fs.readFileSync(path.join(folder, `${name}~4711-1`));
    await hookEvent(['heartbeat'], refusing('ENOSPC'));
    await hookEvent(['heartbeat']);
    // Killed between the append and the removal.
    fs.writeFileSync(path.join(folder, `${name}~4711-1`), taken, { mode: 0o600 });
    await clientHook();
    expect(sealed()).toEqual([
      [1, ['no_space']],
      [1, ['no_space']],
    ]);
    expect(fs.readdirSync(folder)).toEqual([]);
  });
});
