/** Processes of hooks. */
import { isRunning } from '@hookloom/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CLIENTS } from '../../src/clients/index.ts';
import { MAX_HOOK_DEPTH } from '../../src/process/environment.ts';
import { createPlayground, shellCall, tomlHook, type Playground } from '../try-hooks.ts';

let play: Playground;
beforeEach(() => {
  play = createPlayground();
});
afterEach(() => play.remove());

const hook = (event: string, script: string, more = ''): void => {
  play.write('.hookloom/hooks.toml', tomlHook(event, script, more));
};

async function until(test: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !test(); tries++)
    await new Promise((resolve) => setTimeout(resolve, 25));
  expect(test()).toBe(true);
}

it('ends the complete process group at the deadline, including children that ignore SIGTERM', async () => {
  const script = `(trap '' TERM; echo $BASHPID > child.pid; while :; do sleep 0.1; done) & wait`;
  play.write(
    '.hookloom/hooks.toml',
    `[[hooks.pre_tool_use]]\ncommand = ["bash", "-c", ${JSON.stringify(script)}]\ntimeout = 1\n`,
  );
  const { runs } = await play.fire('codex', shellCall('codex', 'ls'));
  expect(runs[0]!.interpreted).toMatchObject({
    reason: 'timed_out',
    response: { decision: 'none' },
  });
  const pid = Number(play.read('child.pid'));
  await until(() => !isRunning(pid));
});

it('answers when the direct child ends, not when the last holder of its output does', async () => {
  hook(
    'pre_tool_use',
    `sleep 60 & echo $! > sleeper.pid; echo '{"decision":"block","reason":"no"}'`,
  );
  const { response } = await play.fire('codex', shellCall('codex', 'ls'));
  expect(response).toMatchObject({ decision: 'deny', reason: 'no' });
  const pid = Number(play.read('sleeper.pid'));
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Ended with its group.
  }
});

it('reads timeouts in the unit of their language and reports suspicious ones', async () => {
  play.write(
    '.gemini/settings.json',
    JSON.stringify({
      hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: 'true', timeout: 30 }] }] },
    }),
  );
  play.write('.hookloom/hooks.toml', tomlHook('pre_tool_use', 'true', 'timeout = 30'));
  const { planned, problems } = await play.fire('codex', shellCall('codex', 'ls'));
  expect(planned.map(({ handler }) => [handler.dialect, handler.timeoutMs])).toEqual([
    ['toml', 30_000],
    ['gemini', 30],
  ]);
  expect(problems.map(({ code }) => code)).toContain('suspicious_timeout');
});

it('knows how long every client waits at the end of a session', () => {
  for (const client of Object.values(CLIENTS))
    expect(client.capabilities.sessionEndMs).toBeGreaterThan(0);
  expect(CLIENTS['claude-code'].capabilities.sessionEndMs).toBe(1_500);
  expect(CLIENTS.codex.capabilities.sessionEndMs).toBe(1_000);
});

it('runs a once handler once, however many events arrive at the same time', async () => {
  hook('pre_tool_use', 'echo ran >> ran.txt', 'once = true');
  await Promise.all(Array.from({ length: 12 }, () => play.fire('codex', shellCall('codex', 'ls'))));
  expect(play.read('ran.txt')).toBe('ran\n');
  await play.fire('codex', { ...shellCall('codex', 'ls'), session_id: 's2' });
  expect(play.read('ran.txt')).toBe('ran\nran\n');
});

it('stops hooks that start agents at a depth limit', async () => {
  hook('pre_tool_use', 'printf %s "$HOOKLOOM_HOOK_DEPTH" > depth.txt');
  await play.fire('codex', shellCall('codex', 'ls'));
  expect(play.read('depth.txt')).toBe('1');
  const env = {
    PATH: process.env['PATH'],
    HOME: play.home,
    HOOKLOOM_HOOK_DEPTH: String(MAX_HOOK_DEPTH),
  };
  const { planned, runs } = await play.fire('codex', shellCall('codex', 'ls'), { env });
  expect(planned.map(({ verdict }) => verdict)).toEqual(['too_deep']);
  expect(runs).toEqual([]);
});
