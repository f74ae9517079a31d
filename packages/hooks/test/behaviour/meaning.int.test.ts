/** The meaning of answers and payloads under each client. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HookResponse } from '@hookloom/core/hook';
import { CLIENTS } from '../../src/clients/index.ts';
import { bashEvent } from '../engine-parts.ts';
import { createPlayground, shellCall, tomlHook, type Playground } from '../try-hooks.ts';

let play: Playground;
beforeEach(() => {
  play = createPlayground();
});
afterEach(() => play.remove());

const SILENT = { stdout: '', stderr: '', exit: 0, losses: [] };
const hook = (event: string, script: string, more = ''): void => {
  play.write('.hookloom/hooks.toml', tomlHook(event, script, more));
};
const answer = (json: object): string => `echo '${JSON.stringify(json)}'`;

describe('silence is not an approval', () => {
  it.each([
    ['prints nothing', 'true'],
    ['says proceed', answer({ decision: 'proceed' })],
    ['prints an empty object', answer({})],
  ])('a hook that %s approves nothing under any client', async (_what, script) => {
    hook('pre_tool_use', script);
    for (const client of ['claude-code', 'codex', 'gemini', 'cursor'] as const) {
      const { response, rendered } = await play.fire(client, shellCall(client, 'ls'));
      expect(response).toEqual({ decision: 'none' });
      expect(rendered).toEqual(SILENT);
    }
  });

  it("only a Claude hook's legacy approve is an approval", async () => {
    play.write(
      '.claude/settings.json',
      JSON.stringify({
        hooks: {
          PreToolUse: [{ hooks: [{ type: 'command', command: answer({ decision: 'approve' }) }] }],
        },
      }),
    );
    const { response } = await play.fire('gemini', shellCall('gemini', 'ls'));
    expect(response.decision).toBe('allow');
  });
});

it('renders the end of the agent for Claude Code without a deny', async () => {
  play.write(
    '.claude/settings.json',
    JSON.stringify({
      hooks: {
        PreToolUse: [
          {
            hooks: [
              { type: 'command', command: answer({ continue: false, stopReason: 'enough' }) },
            ],
          },
        ],
      },
    }),
  );
  const { response } = await play.fire('gemini', shellCall('gemini', 'ls'));
  expect(response).toEqual({ decision: 'none', stop_agent: true, stop_reason: 'enough' });
  const rendered = CLIENTS['claude-code'].render(response, {
    ...bashEvent('ls'),
    source: 'claude-code',
  });
  expect(JSON.parse(rendered.stdout)).toMatchObject({ continue: false, stopReason: 'enough' });
  expect(JSON.stringify(rendered.stdout)).not.toContain('deny');
});

it('blocks on exit 2 with nothing on standard error, with a reason that every client accepts', async () => {
  hook('pre_tool_use', 'exit 2');
  for (const client of ['claude-code', 'codex', 'gemini'] as const) {
    const { response, honoured, rendered } = await play.fire(client, shellCall(client, 'ls'));
    expect(response.decision).toBe('deny');
    expect(response.reason).toBeTruthy();
    expect(honoured.decision).toBe('deny');
    expect(rendered.exit).toBe(0);
  }
});

it('decides between exit 2 and JSON by the rules of the hook’s language', async () => {
  const script = `${answer({ decision: 'allow' })}; echo no >&2; exit 2`;
  const settings = (event: string): string =>
    JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', command: script }] }] } });
  play.write('.claude/settings.json', settings('PreToolUse'));
  expect((await play.fire('codex', shellCall('codex', 'ls'))).response.decision).toBe('deny');
  play.write('.claude/settings.json', '{}');
  play.write('.gemini/settings.json', settings('BeforeTool'));
  // Gemini CLI lets JSON win; its "allow" skips no question there, so it is no opinion elsewhere.
  expect((await play.fire('codex', shellCall('codex', 'ls'))).response.decision).toBe('none');
});

it('completes a rewrite of one field to a full input for every client', async () => {
  play.write(
    '.gemini/settings.json',
    JSON.stringify({
      hooks: {
        BeforeTool: [
          {
            hooks: [
              {
                type: 'command',
                command: answer({ hookSpecificOutput: { tool_input: { command: 'ls -l' } } }),
              },
            ],
          },
        ],
      },
    }),
  );
  const payload = {
    ...shellCall('claude-code', 'ls'),
    tool_input: { command: 'ls', description: 'list' },
  };
  const { response, honoured } = await play.fire('claude-code', payload);
  expect(response.modify_args).toEqual({ command: 'ls -l', description: 'list' });
  expect(honoured.modify_args).toEqual({ command: 'ls -l', description: 'list' });
  expect(honoured.decision).toBe('none');
});

it('does not turn a rewrite into an approval on Codex', () => {
  const event = {
    ...bashEvent('ls'),
    permission_mode: { mode: 'default' as const, native: 'default' },
  };
  const rendered = CLIENTS.codex.render(
    { decision: 'none', modify_args: { command: 'ls -l' } },
    event,
  );
  expect(rendered.stdout).toBe('');
  expect(rendered.losses.map(({ field }) => field)).toEqual(['modify_args']);
});

it('reports if a refusal after the tool hides its output', () => {
  const response: HookResponse = { decision: 'deny', reason: 'look again' };
  const losses = (client: 'codex' | 'gemini' | 'claude-code', native: string) =>
    CLIENTS[client]
      .render(response, { ...bashEvent('ls', 'after_tool'), source: client, native_event: native })
      .losses.map(({ field, survival }) => [field, survival]);
  expect(losses('codex', 'PostToolUse')).toEqual([['deny', 'changed']]);
  expect(losses('gemini', 'AfterTool')).toEqual([['deny', 'changed']]);
});

it('refuses a stop a limited number of times in a row, and counts again after the next prompt', async () => {
  hook('stop', answer({ decision: 'block', reason: 'not done' }));
  const stop = () => play.fire('codex', { hook_event_name: 'Stop', stop_hook_active: true });
  const cap = CLIENTS.codex.capabilities.stopCap;
  for (let round = 0; round < cap; round++)
    expect((await stop()).response).toMatchObject({ continue_with: 'not done' });
  const last = await stop();
  expect(last.response.continue_with).toBeUndefined();
  expect(last.rendered.losses.map(({ field }) => field)).toEqual(['continue_with']);
  await play.fire('codex', { hook_event_name: 'UserPromptSubmit', prompt: 'go on' });
  expect((await stop()).response).toMatchObject({ continue_with: 'not done' });
});

it('denies if the client cannot ask, and reports the loss', () => {
  const event = (client: 'codex' | 'gemini', native: string) => ({
    ...bashEvent('ls'),
    source: client,
    native_event: native,
  });
  for (const [client, native] of [
    ['codex', 'PreToolUse'],
    ['gemini', 'BeforeTool'],
  ] as const) {
    const rendered = CLIENTS[client].render(
      { decision: 'ask', reason: 'sure?' },
      event(client, native),
    );
    expect(CLIENTS[client].enforce(rendered, event(client, native)).decision).toBe('deny');
    expect(rendered.losses.map(({ field }) => field)).toEqual(['ask']);
    const none = CLIENTS[client].render({ decision: 'ask' }, event(client, native), {
      askFallback: 'none',
    });
    expect(none.stdout).toBe('');
  }
});

it('reports a refused prompt in the answer, never by an exit code', async () => {
  hook('user_prompt_submit', answer({ decision: 'block', reason: 'not this' }));
  for (const [client, native] of [
    ['claude-code', 'UserPromptSubmit'],
    ['codex', 'UserPromptSubmit'],
    ['gemini', 'BeforeAgent'],
  ] as const) {
    const { rendered, honoured } = await play.fire(client, {
      hook_event_name: native,
      prompt: 'hi',
    });
    expect(rendered.exit).toBe(0);
    expect(honoured).toMatchObject({ decision: 'deny', reason: 'not this' });
  }
});

it('sends the right hookEventName to Claude Code and Codex', async () => {
  hook(
    'session_start',
    answer({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'x' } }),
  );
  for (const client of ['claude-code', 'codex'] as const) {
    const { rendered } = await play.fire(client, {
      hook_event_name: 'SessionStart',
      source: 'startup',
    });
    expect(JSON.parse(rendered.stdout)).toEqual({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'x' },
    });
  }
});

it('does not call a shell result of Codex a success, because Codex does not report it', () => {
  const payload = {
    hook_event_name: 'PostToolUse',
    session_id: 's',
    tool_name: 'Bash',
    tool_input: { command: 'false' },
    tool_response: '',
  };
  const event = CLIENTS.codex.parse(payload, { nowMs: 0, raw: JSON.stringify(payload) });
  expect(event.tool).toMatchObject({ is_error: null, exit_code: null });
});

it('marks the compression event that Gemini CLI sends with every request', () => {
  const payload = { hook_event_name: 'PreCompress', session_id: 's', trigger: 'auto' };
  const event = CLIENTS.gemini.parse(payload, { nowMs: 0, raw: JSON.stringify(payload) });
  expect(event).toMatchObject({ event_type: 'pre_compact', metadata: { per_request: true } });
});

it('does not invent what a Gemini model request omits', () => {
  const payload = {
    hook_event_name: 'BeforeModel',
    session_id: 's',
    llm_request: { model: 'gemini', messages: [{ role: 'user', content: 'hi' }] },
  };
  const event = CLIENTS.gemini.parse(payload, { nowMs: 0, raw: JSON.stringify(payload) });
  expect(event).toMatchObject({ event_type: 'before_model', tool: null, data: payload });
});

it('does not treat an agent’s task for its subagent as a prompt of the user', async () => {
  const payload = {
    hook_event_name: 'UserPromptSubmit',
    session_id: 's1',
    agent_id: 'a1',
    agent_type: 'default',
    prompt: 'look around',
  };
  const event = CLIENTS.codex.parse(payload, { nowMs: 0, raw: JSON.stringify(payload) });
  expect(event.metadata).toMatchObject({ from_agent: true });
  hook('after_agent', 'cat > turn.json');
  await play.fire('codex', { hook_event_name: 'UserPromptSubmit', prompt: 'first' });
  await play.fire('codex', payload);
  await play.fire('codex', { hook_event_name: 'Stop' });
  expect(JSON.parse(play.read('turn.json')!)).toMatchObject({ turn_number: 1 });
});
