/** One event that arrives in several processes at once, or one after the other. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '@hookloom/core';
import {
  createWorkspace,
  eventsOf,
  HOOK_FILE,
  runHook,
  type HookRun,
  type Workspace,
} from '../../test/run-hook.ts';

let workspace: Workspace;
let home: string;
let runs: string;
beforeEach(() => {
  workspace = createWorkspace();
  home = path.join(path.dirname(workspace.root), 'home');
  runs = path.join(home, 'runs');
  fs.mkdirSync(path.join(home, '.hookloom'), { recursive: true });
});
afterEach(() => workspace.remove());

const REFUSAL = JSON.stringify({ decision: 'block', reason: 'not-this-one' });
const PATIENT = { HOOKLOOM_HOOK_DEADLINE_MS: '10000' };

/** A user's hook that records each of its runs. */
function hook(event: string, lines: string): void {
  const script = path.join(home, `${event}.sh`);
  fs.writeFileSync(script, `#!/bin/sh\necho $$ >> '${runs}'\n${lines}\n`, { mode: 0o755 });
  const file = path.join(home, '.hookloom/hooks.toml');
  const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  fs.writeFileSync(file, `${before}[[hooks.${event}]]\ncommand = ["${script}"]\n`);
}

function timesRun(): number {
  return fs.existsSync(runs) ? fs.readFileSync(runs, 'utf8').trim().split('\n').length : 0;
}

const CALL: JsonObject = {
  session_id: 's',
  turn_id: 't',
  tool_use_id: 'call-1',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
};

function deliver(
  client: string,
  payload: JsonObject,
  more: string[] = [],
  env = {},
): Promise<HookRun> {
  return runHook({
    args: ['hook', client, ...more],
    cwd: workspace.root,
    stdin: JSON.stringify(payload),
    env: { HOME: home, ...PATIENT, ...env },
  });
}

async function until(isSo: () => boolean): Promise<void> {
  for (let looks = 0; looks < 1_000 && !isSo(); looks++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isSo()).toBe(true);
}

function startHook(args: string[], payload: JsonObject): ChildProcessByStdio<Writable, null, null> {
  const child = spawn(process.execPath, [HOOK_FILE, ...args], {
    cwd: workspace.root,
    env: { PATH: process.env['PATH'], HOME: home, HOOKLOOM_WORKER_AUTOSTART: 'false', ...PATIENT },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end(JSON.stringify(payload));
  return child;
}

describe('an event that arrives twice', () => {
  it.each(['codex', 'claude-code', 'gemini'])(
    'runs its hooks once if processes of %s deliver it at the same moment, and all give the same answer',
    async (client) => {
      const native = client === 'gemini' ? 'BeforeTool' : 'PreToolUse';
      const payload = { ...CALL, hook_event_name: native, timestamp: '2026-01-01T00:00:00.000Z' };
      hook('pre_tool_use', `sleep 0.3\nprintf '%s' '${REFUSAL}'`);
      const all = await Promise.all(
        [[], ['--session-id', 'shop-default'], [], []].map((more) =>
          deliver(client, payload, more),
        ),
      );
      expect(timesRun()).toBe(1);
      expect(new Set(all.map(({ stdout }) => stdout)).size).toBe(1);
      expect(new Set(all.map(({ code }) => code)).size).toBe(1);
      expect(all[0]!.stdout + all[0]!.stderr).toContain('not-this-one');
      const types = eventsOf(workspace.dir).map(({ type }) => type);
      expect(types.filter((type) => type === 'hook.run.completed')).toHaveLength(1);
      expect(types.filter((type) => type === 'hook.pre_tool_use')).toHaveLength(1);
    },
  );

  it('is run by another process if the first one is killed in the middle of it', async () => {
    hook('pre_tool_use', `[ -e '${home}/second' ] || sleep 30\nprintf '%s' '${REFUSAL}'`);
    const first = startHook(['hook', 'codex'], CALL);
    await until(() => timesRun() === 1);
    const second = deliver('codex', CALL, ['--session-id', 'shop-default']);
    fs.writeFileSync(path.join(home, 'second'), '');
    first.kill('SIGKILL');
    expect((await second).stdout).toContain('not-this-one');
    expect(timesRun()).toBe(2);
  });

  it('is answered from the first run if another settings file delivers it later, once each', async () => {
    hook('pre_tool_use', `printf '%s' '${REFUSAL}'`);
    const first = await deliver('codex', CALL);
    expect((await deliver('codex', CALL, ['--session-id', 'shop-default'])).stdout).toBe(
      first.stdout,
    );
    expect(timesRun()).toBe(1);
  });

  it('is another event if the same command delivers it after the answer, so a changed guard counts', async () => {
    hook('pre_tool_use', `[ -e '${home}/open' ] || printf '%s' '${REFUSAL}'`);
    expect((await deliver('codex', CALL)).stdout).toContain('not-this-one');
    fs.writeFileSync(path.join(home, 'open'), '');
    expect((await deliver('codex', CALL)).stdout).toBe('');
    expect(timesRun()).toBe(2);
  });

  it('is another event if its call differs, even with the same id', async () => {
    hook('pre_tool_use', 'grep -q harmless || exit 2');
    const harmless = { ...CALL, tool_input: { command: 'harmless' } };
    const [one, other] = await Promise.all([
      deliver('codex', harmless),
      deliver('codex', CALL, ['--session-id', 'shop-default']),
    ]);
    expect(one.stdout).not.toContain('deny');
    expect(other.stdout).toContain('deny');
    expect(timesRun()).toBe(2);
  });

  it('is in the log once if one transport ends the payload with a line break', async () => {
    const prompt = JSON.stringify({
      session_id: 's',
      hook_event_name: 'UserPromptSubmit',
      prompt: 'hi',
    });
    for (const stdin of [prompt, `${prompt}\n`])
      await runHook({
        args: ['hook', 'claude-code'],
        cwd: workspace.root,
        stdin,
        env: { HOME: home, ...PATIENT },
      });
    const turns = eventsOf(workspace.dir).filter(({ type }) => type === 'transcript.turn');
    expect(turns).toHaveLength(1);
  });

  it('is refused by both if a critical guard fails', async () => {
    hook('pre_tool_use', 'sleep 0.2\nexit 126');
    const file = path.join(home, '.hookloom/hooks.toml');
    fs.appendFileSync(file, 'critical = true\n');
    const both = await Promise.all([deliver('codex', CALL), deliver('codex', CALL, ['--x', 'y'])]);
    for (const { stdout } of both) expect(stdout).toContain('deny');
    expect(timesRun()).toBe(1);
  });
});

describe('a stop hook that makes the agent continue', () => {
  it('does not trigger prompt hooks with its own text under Gemini CLI, as under Claude Code', async () => {
    hook('stop', `printf '%s' '{"decision":"block","reason":"keep-going"}'`);
    const base = { session_id: 's', cwd: workspace.root };
    const stop = { ...base, hook_event_name: 'AfterAgent', prompt: 'hi', prompt_response: 'done' };
    expect((await deliver('gemini', stop)).stdout).toContain('keep-going');
    hook('user_prompt_submit', 'true');
    const prompt = { ...base, hook_event_name: 'BeforeAgent', prompt: 'keep-going' };
    await deliver('gemini', prompt);
    expect(timesRun()).toBe(1);
    await deliver('gemini', { ...prompt, prompt: 'something else' });
    expect(timesRun()).toBe(2);
  });
});
