/** Payloads that arrive late, slowly, in part or not at all. */
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorkspace, HOOK_FILE, workOf, type Workspace } from '../../test/run-hook.ts';

let workspace: Workspace;
let home: string;
beforeEach(() => {
  workspace = createWorkspace();
  home = path.join(path.dirname(workspace.root), 'home');
  fs.mkdirSync(path.join(home, '.hookloom'), { recursive: true });
});
afterEach(() => workspace.remove());

const PAYLOAD = {
  session_id: 's1',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_use_id: 'toolu_1',
  tool_input: { command: 'ls' },
};
const TEXT = JSON.stringify(PAYLOAD);

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Options {
  args?: string[];
  /** Used instead of a pipe of ours. */
  stdin?: number;
  env?: Record<string, string>;
}

/** A hook whose standard input is fed by `feed`. */
async function fed(
  feed: (child: ChildProcess) => Promise<void> | void,
  { args = ['hook', 'claude-code'], stdin, env }: Options = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [HOOK_FILE, ...args], {
    cwd: workspace.root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      HOOKLOOM_WORKER_AUTOSTART: 'false',
      ...env,
    },
    stdio: [stdin ?? 'pipe', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]!.on('data', (chunk) => (output[name] += chunk));
  child.stdin?.on('error', () => {});
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, ...output }));
  });
  await feed(child);
  return ended;
}

const SILENT: Ended = { code: 0, stdout: '', stderr: '' };
const log = () =>
  workOf(workspace.dir).map(({ type, payload }) => [type, payload['reason'] ?? payload['kind']]);
const RECORDED = ['hook.pre_tool_use', undefined];

/** A critical guard for tool calls, which allows every request. */
async function guardCalls(): Promise<void> {
  const hooks = '[[hooks.pre_tool_use]]\ncommand = "true"\ncritical = true\n';
  fs.writeFileSync(path.join(home, '.hookloom/hooks.toml'), hooks);
}

describe('a payload', () => {
  it.each([150, 600, 1_200])('that arrives after %i ms is recorded', async (ms) => {
    const run = await fed(async ({ stdin }) => {
      await wait(ms);
      stdin!.end(TEXT);
    });
    expect(run).toEqual(SILENT);
    expect(log()).toEqual([RECORDED]);
  });

  it('that is written by a program with a slow start is recorded', async () => {
    const writer = spawn('sh', ['-c', 'sleep 0.4; cat'], { stdio: ['pipe', 'pipe', 'ignore'] });
    writer.stdin.end(TEXT);
    const run = await fed(({ stdin }) => void writer.stdout.pipe(stdin!));
    expect(run).toEqual(SILENT);
    expect(log()).toEqual([RECORDED]);
  });

  it('that arrives slowly is recorded, however long it takes in total', async () => {
    const run = await fed(async ({ stdin }) => {
      for (let at = 0; at < TEXT.length; at += 10) {
        stdin!.write(TEXT.slice(at, at + 10));
        await wait(40);
      }
      stdin!.end();
    });
    expect(run).toEqual(SILENT);
    expect(log()).toEqual([RECORDED]);
  });

  it('through a named pipe is recorded', async () => {
    const fifo = path.join(home, 'fifo');
    const { execFileSync } = await import('node:child_process');
    execFileSync('mkfifo', [fifo]);
    const stdin = fs.openSync(fifo, fs.constants.O_RDWR);
    const run = await fed(() => void fs.writeSync(stdin, TEXT), { stdin });
    fs.closeSync(stdin);
    expect(run).toEqual(SILENT);
    expect(log()).toEqual([RECORDED]);
  });

  it('that arrives only in half is marked with its readable fields', async () => {
    const run = await fed(({ stdin }) => void stdin!.write(TEXT.slice(0, 90)));
    expect(run).toEqual(SILENT);
    expect(workOf(workspace.dir)).toMatchObject([
      {
        type: 'hook.payload_unreadable',
        payload: {
          reason: 'deadline',
          bytes: 90,
          hook_event_name: 'PreToolUse',
          tool_name: 'Bash',
        },
      },
    ]);
  });

  it('that never arrives is reported as lost', async () => {
    expect(await fed(() => {})).toEqual(SILENT);
    expect(await fed(({ stdin }) => void stdin!.end())).toEqual(SILENT);
    expect(
      await fed(({ stdin }) => void stdin!.end(), { args: ['hook', 'codex', 'Stop'] }),
    ).toEqual(SILENT);
    const lost = ['hook.guard.reported', 'input_lost'];
    expect(log()).toEqual([lost, lost, lost]);
  });
});

describe('with a critical guard', () => {
  beforeEach(async () => {
    await guardCalls();
  });
  const refused = { code: 2, stdout: '', stderr: expect.stringContaining('so it was refused') };

  it.each([
    ['half of a payload', TEXT.slice(0, -5)],
    [
      'a payload with a lone surrogate',
      Buffer.concat([Buffer.from(TEXT.slice(0, -3)), Buffer.from([0xc3])]),
    ],
    ['no JSON', 'PreToolUse'],
    ['no object', '["PreToolUse"]'],
    ['nothing', ''],
    ['too many brackets', `{"hook_event_name":"PreToolUse","x":${'['.repeat(100_000)}`],
    ['nine megabytes', JSON.stringify({ ...PAYLOAD, x: 'x'.repeat(9 * 1024 * 1024) })],
  ])('%s is refused with a reason, and reported', async (_name, text) => {
    const run = await fed(({ stdin }) => void stdin!.end(text));
    expect(run).toEqual(refused);
    expect(workOf(workspace.dir).at(-1)).toMatchObject({
      type: 'hook.guard.reported',
      payload: { kind: 'input_lost', refused: true, critical: true },
    });
  });

  it('refuses a call that never arrives, but not an event without a guard', async () => {
    expect(await fed(() => {})).toEqual(refused);
    const closed = ({ stdin }: ChildProcess) => void stdin!.end();
    expect(await fed(closed, { args: ['hook', 'claude-code', 'PreToolUse'] })).toEqual(refused);
    expect(await fed(closed, { args: ['hook', 'claude-code', 'Stop'] })).toEqual(SILENT);
    const half = '{"hook_event_name":"Stop","session_id":"s1","x';
    expect(await fed(({ stdin }) => void stdin!.end(half))).toEqual(SILENT);
  });

  it('reports a call that can no longer be refused', async () => {
    const hooks = '[[hooks.post_tool_use]]\ncommand = "true"\ncritical = true\n';
    fs.writeFileSync(path.join(home, '.hookloom/hooks.toml'), hooks);
    const half = '{"hook_event_name":"PostToolUse","session_id":"s1","x';
    const run = await fed(({ stdin }) => void stdin!.end(half));
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('critical') as string });
    expect(workOf(workspace.dir).at(-1)).toMatchObject({
      type: 'hook.guard.reported',
      payload: { kind: 'input_lost', refused: false, critical: true },
    });
  });

  it('waits for the rest of a payload', async () => {
    const run = await fed(async ({ stdin }) => {
      stdin!.write(TEXT.slice(0, 60));
      await wait(900);
      stdin!.end(TEXT.slice(60));
    });
    expect(run).toEqual(SILENT);
    expect(log()).toEqual([RECORDED, ['hook.run.completed', undefined]]);
  });

  it('waits for the rest of a payload as long as the guard itself may take', async () => {
    const hooks = '[[hooks.pre_tool_use]]\ncommand = "true"\ncritical = true\ntimeout = 1\n';
    fs.writeFileSync(path.join(home, '.hookloom/hooks.toml'), hooks);
    const run = await fed(({ stdin }) => void stdin!.write(TEXT.slice(0, 60)));
    expect(run).toEqual(refused);
    expect(log().at(-1)).toEqual(['hook.guard.reported', 'input_lost']);
  });

  it('a hook that is ended while it waits refuses', async () => {
    const run = await fed(async (child) => {
      child.stdin!.write(TEXT.slice(0, 60));
      // By then it knows that a handler needs the rest.
      const known = path.join(home, '.local/state/hookloom/handlers');
      while (!fs.existsSync(known) || fs.readdirSync(known).length === 0) await wait(20);
      child.kill('SIGTERM');
    });
    expect(run).toEqual(refused);
  });
});

it('does not read a terminal', async () => {
  const { spawnSync } = await import('node:child_process');
  const command = `'${process.execPath}' '${HOOK_FILE}' hook claude-code`;
  const run = spawnSync('script', ['-qec', command, '/dev/null'], {
    cwd: workspace.root,
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect([run.status, run.stdout]).toEqual([0, '']);
});
