import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CLIENTS } from '../clients/index.ts';
import { answerWithinMs } from '../clients/hook-seconds.ts';
import { indexFile } from './handler-index.ts';
import { handlerWaitMs } from './handler-wait.ts';
import { indexGuards } from './index-guards.ts';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-wait-'));
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

function waitFor(hooks: string, names: string[]): number | null {
  const stateDir = path.join(home, 'state');
  fs.mkdirSync(path.join(home, '.hookloom'), { recursive: true });
  fs.writeFileSync(path.join(home, '.hookloom/hooks.toml'), hooks);
  const env = { HOME: home, PATH: '/usr/bin' };
  indexGuards({ stateDir, home, projectDir: home, env });
  return handlerWaitMs(indexFile(stateDir, 'claude-code', home, env), names);
}

const HOOKS = `
[[hooks.pre_tool_use]]
command = ["true"]
timeout = 300
[[hooks.pre_tool_use]]
command = ["true"]
timeout = 5
[[hooks.stop]]
command = ["true"]
timeout = 700
`;

describe('the wait for the rest of a payload', () => {
  it('lasts as long as the slowest handler of its event may take, and not for other events', () => {
    expect(waitFor(HOOKS, ['PreToolUse'])).toBe(300_000);
    expect(waitFor(HOOKS, ['Notification'])).toBe(0);
  });

  it('lasts as long as any handler may take if the event is unknown', () => {
    expect(waitFor(HOOKS, [])).toBe(700_000);
  });

  it('has its default length if nothing is remembered', () => {
    expect(handlerWaitMs(path.join(home, 'none.json'), ['PreToolUse'])).toBe(null);
  });

  it('ends before the client ends the hook, so that it can still refuse', () => {
    for (const { name, seconds, capabilities } of Object.values(CLIENTS))
      for (const event of Object.keys(capabilities.events))
        expect(answerWithinMs(seconds, event)).toBeLessThan(name === 'cursor' ? 10_000 : 600_000);
    expect(answerWithinMs(CLIENTS.codex.seconds, 'SessionEnd')).toBeLessThan(3_000);
  });
});
