import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ClientName } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { CLIENTS, DIALECTS } from '@hookloom/hooks/clients';
import { handler, printed } from '@hookloom/hooks/testing';
import { defineHook, onToolPre } from './define-hook.ts';
import { addContext, allow, ask, continueWith, deny, none, rewrite } from './replies.ts';
import { respond } from './respond.ts';

/** A payload that the client really sent, or that its documentation shows. */
function recorded(client: ClientName, name: string): JsonObject {
  const file = client === 'cursor' ? 'documented' : 'recorded';
  const url = new URL(
    `../../../hooks/src/clients/${client}/fixtures/${file}.jsonl`,
    import.meta.url,
  );
  const lines = readFileSync(url, 'utf8').trimEnd().split('\n');
  const all = lines.map((line) => JSON.parse(line) as { name: string; payload: JsonObject });
  return all.find((one) => one.name === name)!.payload;
}

const SHELL_CALLS: readonly (readonly [ClientName, string])[] = [
  ['claude-code', 'PreToolUse.Bash'],
  ['codex', 'PreToolUse.Bash'],
  ['gemini', 'BeforeTool.run_shell_command'],
  ['copilot', 'PreToolUse.Bash'],
  ['cursor', 'preToolUse.Shell'],
];

test('a misspelt handler or decision is an error, and a guard then refuses', async () => {
  const misspelt = { onPreTool: () => deny('no') } as object;
  expect(() => defineHook(misspelt)).toThrow('No handler onPreTool exists.');
  const guard = onToolPre('Bash', () => ({ descision: 'deny' }) as never);
  const payload = recorded('codex', 'PreToolUse.Bash');
  const answer = await respond(guard, payload, { failClosed: true });
  expect(answer.response.decision).toBe('deny');
  expect(answer.response.reason).toContain('A handler returned an unknown decision.');
});

describe('one hook under every client', () => {
  test.each(SHELL_CALLS)('%s refuses what the hook denies', async (client, name) => {
    const guard = onToolPre('Bash', ({ command }) => deny(`Not ${command.slice(0, 1)}.`));
    const answer = await respond(guard, recorded(client, name));
    expect(answer).toMatchObject({ client, failure: null, response: { decision: 'deny' } });
    expect(CLIENTS[client].enforce(answer, answer.event!).decision).toBe('deny');
    expect(answer.stdout).toContain(answer.response.reason);
  });

  test.each(SHELL_CALLS)(
    '%s gets an empty answer if the hook has no opinion',
    async (client, name) => {
      for (const reply of [none(), undefined, null]) {
        const answer = await respond({ onToolPre: () => reply }, recorded(client, name));
        expect(CLIENTS[client].enforce(answer, answer.event!)).toEqual({ decision: 'none' });
      }
    },
  );

  test.each(SHELL_CALLS)(
    '%s asks the person, or refuses if it cannot ask',
    async (client, name) => {
      const answer = await respond({ onToolPre: () => ask('Sure?') }, recorded(client, name));
      expect(['ask', 'deny']).toContain(CLIENTS[client].enforce(answer, answer.event!).decision);
    },
  );

  test.each(SHELL_CALLS)(
    '%s: a failed hook lets the call continue, or fails closed on request',
    async (client, name) => {
      const broken = onToolPre(() => {
        throw new Error('no rules file');
      });
      const open = await respond(broken, recorded(client, name));
      expect(open).toMatchObject({ exit: 0, stderr: 'The hook failed: no rules file' });
      expect(CLIENTS[client].enforce(open, open.event!).decision).toBe('none');
      const closed = await respond(broken, recorded(client, name), { failClosed: true });
      expect(closed.failure).toBe('no rules file');
      expect(CLIENTS[client].enforce(closed, closed.event!).decision).toBe('deny');
    },
  );
});

describe('a hook of .hookloom/hooks.toml', () => {
  const payload: JsonObject = {
    session_id: 's',
    cwd: '/home/dev/shop',
    triggered_at: '2026-11-22T08:00:00.000Z',
    hook_event_name: 'PreToolUse',
    permission_mode: 'on-request',
    tool_name: 'Bash',
    tool_input: { command: 'rm -rf build', timeout: 5 },
  };
  const understood = async (reply: ReturnType<typeof deny>) => {
    const answer = await respond({ onToolPre: () => reply }, payload);
    const outcome = printed(answer.stdout, { exitCode: answer.exit });
    return DIALECTS.toml().interpret(outcome, handler({ event: 'pre_tool_use' }), answer.event!)
      .response;
  };

  test.each([
    deny('No.'),
    ask('Sure?'),
    allow(),
    none(),
    addContext('Use pnpm.'),
    rewrite({ command: 'ls', timeout: 5 }),
    { ...deny('No.'), system_message: 'Refused.', suppress_output: true as const },
  ])('the engine reads the intended meaning of %j', async (reply) => {
    expect(await understood(reply)).toEqual(reply);
  });

  test('reports its failure to the engine by its exit status, so that `critical` refuses', async () => {
    const hook = defineHook({ onToolPre: () => Promise.reject(new Error('no rules file')) });
    expect(await respond(hook, payload)).toMatchObject({ exit: 1, stdout: '' });
  });
});

describe('a hook', () => {
  test('reports a failure as a refusal only if the event can be refused', async () => {
    const hook = { onStop: () => Promise.reject(new Error('broken')) };
    const answer = await respond(hook, recorded('claude-code', 'Stop'), { failClosed: true });
    expect(answer).toMatchObject({ exit: 0, stdout: '', response: { decision: 'none' } });
  });

  test('keeps an agent working that is about to stop, with either form of answer', async () => {
    for (const reply of [continueWith('Run the tests.'), deny('Run the tests.')]) {
      const answer = await respond({ onStop: () => reply }, recorded('claude-code', 'Stop'));
      expect(answer.response).toEqual({ decision: 'none', continue_with: 'Run the tests.' });
      expect(JSON.parse(answer.stdout)).toMatchObject({
        decision: 'block',
        reason: 'Run the tests.',
      });
    }
  });

  test('uses the strictest of its answers, and runs only for the tools that it names', async () => {
    const payload = recorded('claude-code', 'PreToolUse.Bash');
    const both = defineHook({ onEvent: () => allow(), onToolPre: () => deny('No.') });
    expect((await respond(both, payload)).response).toEqual({ decision: 'deny', reason: 'No.' });
    const other = onToolPre(['Edit', 'Write'], () => deny('No.'));
    expect((await respond(other, payload)).response).toEqual({ decision: 'none' });
  });

  test('fails if it takes too long', async () => {
    const slow = onToolPre(() => new Promise<never>(() => {}));
    const payload = recorded('gemini', 'BeforeTool.run_shell_command');
    const answer = await respond(slow, payload, { timeoutMs: 1, failClosed: true });
    expect(answer.response.reason).toContain('No answer within 1 ms.');
  });

  test('answers input that is not a JSON object with silence, or fails closed', async () => {
    for (const text of ['', 'x', '[]', 'null']) {
      expect(await respond({}, text)).toMatchObject({ exit: 0, stdout: '', event: null });
      expect(await respond({}, text, { failClosed: true })).toMatchObject({ exit: 2 });
    }
  });
});
