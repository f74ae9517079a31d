/** Every observed answer, and how the real Gemini CLI treated it (docs/reference/client-behaviour.md#gemini-cli). */
import { describe, expect, it } from 'vitest';
import type { HookResponse } from '@hookloom/core/hook';
import { definition as gemini } from './definition.ts';
import { eventOf } from './recorded.fixture.ts';

interface Answer {
  exit?: number;
  stderr?: string;
}

function taken(
  name: string,
  stdout: unknown,
  { exit = 0, stderr = '' }: Answer = {},
): HookResponse {
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout);
  return gemini.enforce({ stdout: text, stderr, exit }, eventOf(name));
}

const NOTHING: HookResponse = { decision: 'none' };
const DENIED: HookResponse = { decision: 'deny', reason: 'no' };
const DENY = { decision: 'deny', reason: 'no' };
const specific = (fields: object): object => ({ hookSpecificOutput: fields });
const BASH = 'BeforeTool.run_shell_command';

describe('before a tool Gemini CLI', () => {
  it.each<[string, unknown, Answer]>([
    ['a deny', DENY, {}],
    ['a block', { ...DENY, decision: 'block' }, {}],
    ['exit 2 with a text on standard error', '', { exit: 2, stderr: 'no' }],
    ['exit 3 with a plain text', '', { exit: 3, stderr: 'no\n' }],
    ['exit 127, because the shell says why', '', { exit: 127, stderr: 'no' }],
    ['a deny with exit 1', DENY, { exit: 1 }],
    ['a deny on standard error', '', { stderr: JSON.stringify(DENY) }],
    ['a deny after a byte order mark', `\ufeff${JSON.stringify(DENY)}`, {}],
    ['a deny with a field of the wrong type', { ...DENY, continue: 'no' }, {}],
    ['a deny with an unknown field', { ...DENY, extra: 1 }, {}],
  ])('treats %s as a refusal', (_what, stdout, more) => {
    expect(taken(BASH, stdout, more)).toEqual(DENIED);
  });

  it.each<[string, unknown, Answer]>([
    ['exit 2 with nothing printed', '', { exit: 2 }],
    ['exit 2 with an allow', { decision: 'allow' }, { exit: 2, stderr: 'no' }],
    ['an allow, which skips nothing', { decision: 'allow' }, {}],
    ['a denial in Claude Code’s format', specific({ permissionDecision: 'deny' }), {}],
    ['a rewrite in Claude Code’s format', specific({ updatedInput: { command: 'x' } }), {}],
    ['context, which it ignores here', specific({ additionalContext: 'c' }), {}],
    ['nothing', '', {}],
  ])('makes the call after %s', (_what, stdout, more) => {
    expect(taken(BASH, stdout, more)).toEqual(NOTHING);
  });

  it.each<[string, string, Answer]>([
    ['a line before the JSON', `hello\n${JSON.stringify(DENY)}`, {}],
    ['a line after the JSON', `${JSON.stringify(DENY)}\nbye`, {}],
  ])('makes the call after %s, and shows all of it to the person', (_what, stdout, more) => {
    expect(taken(BASH, stdout, more)).toEqual({ decision: 'none', system_message: stdout });
  });

  it('warns of exit 1 with a plain text and makes the call', () => {
    expect(taken(BASH, '', { exit: 1, stderr: 'no' })).toEqual({
      decision: 'none',
      system_message: 'Warning: no',
    });
  });

  it('ends the run after continue: false, without the call', () => {
    expect(taken(BASH, { continue: false, stopReason: 'enough' })).toEqual({
      decision: 'none',
      stop_agent: true,
      stop_reason: 'enough',
    });
  });

  it('asks, which ends a headless run', () => {
    expect(taken(BASH, { decision: 'ask', reason: 'Push?' })).toEqual({
      decision: 'ask',
      reason: 'Push?',
    });
  });

  it('merges a rewrite over the input of the call', () => {
    expect(taken(BASH, specific({ tool_input: { command: 'ls -l' } }))).toEqual({
      decision: 'none',
      modify_args: { command: 'ls -l', description: 'run' },
    });
    expect(taken(BASH, { ...DENY, ...specific({ tool_input: { command: 'x' } }) })).toEqual(DENIED);
  });
});

describe('after a tool Gemini CLI', () => {
  it('replaces the result with the reason, and drops its attachments', () => {
    expect(taken('AfterTool', { ...DENY, ...specific({ additionalContext: 'c' }) })).toEqual(
      DENIED,
    );
  });

  it('appends context with its brackets escaped', () => {
    expect(taken('AfterTool', specific({ additionalContext: '<b>' }))).toEqual({
      decision: 'none',
      context: '&lt;b&gt;',
    });
  });

  it('makes another call on request', () => {
    const tailToolCallRequest = { name: 'read_file', args: {} };
    expect(taken('AfterTool', specific({ tailToolCallRequest }))).toEqual({
      decision: 'none',
      extras: { tail_tool_call: tailToolCallRequest },
    });
  });
});

describe('at the start of a session Gemini CLI', () => {
  it('gives context to the model, but not after the session was cleared', () => {
    const context = specific({ additionalContext: 'c' });
    expect(taken('SessionStart', context)).toEqual({ decision: 'none', context: 'c' });
    expect(taken('SessionStart.resume', context).context).toBe('c');
    expect(taken('SessionStart.clear', context)).toEqual(NOTHING);
    expect(taken('BeforeAgent', context).context).toBe('c');
  });

  it('shows plain text to the person', () => {
    for (const name of ['SessionStart', 'BeforeAgent'])
      expect(taken(name, 'hello')).toEqual({ decision: 'none', system_message: 'hello' });
  });

  it('does not let a hook prevent a session from starting', () => {
    expect(taken('SessionStart', DENY)).toEqual(NOTHING);
    expect(taken('SessionStart', { continue: false })).toEqual(NOTHING);
    expect(taken('SessionStart', '', { exit: 2, stderr: 'no' })).toEqual(NOTHING);
  });

  it('drops a refused prompt', () => {
    expect(taken('BeforeAgent', DENY)).toEqual(DENIED);
    expect(taken('BeforeAgent', '', { exit: 2, stderr: 'no' })).toEqual(DENIED);
    expect(taken('BeforeAgent', { continue: false })).toEqual({
      decision: 'none',
      stop_agent: true,
    });
  });
});

describe('around the model Gemini CLI', () => {
  const llm_response = { candidates: [] };

  it('blocks the request, or patches it', () => {
    expect(taken('BeforeModel', DENY)).toEqual(DENIED);
    const llm_request = { model: 'other' };
    expect(taken('BeforeModel', specific({ llm_request })).extras).toEqual({ llm_request });
  });

  it('accepts an answer in place of the model’s only together with a denial', () => {
    expect(taken('BeforeModel', specific({ llm_response }))).toEqual(NOTHING);
    expect(taken('BeforeModel', { ...DENY, ...specific({ llm_response }) })).toEqual({
      decision: 'none',
      extras: { llm_response },
    });
  });

  it('replaces what the model said', () => {
    expect(taken('AfterModel', specific({ llm_response })).extras).toEqual({ llm_response });
    expect(taken('AfterModel', { continue: false }).stop_agent).toBe(true);
  });

  it('narrows the choice of tools, and ignores the rest of that answer', () => {
    const toolConfig = { mode: 'ANY', allowedFunctionNames: ['read_file'] };
    expect(taken('BeforeToolSelection', { ...DENY, ...specific({ toolConfig }) })).toEqual({
      decision: 'none',
      extras: { tool_config: toolConfig },
    });
  });
});

describe('at the end Gemini CLI', () => {
  it('continues with the reason of a denial', () => {
    const go = { decision: 'none', continue_with: 'no' };
    expect(taken('AfterAgent', DENY)).toEqual(go);
    expect(taken('AfterAgent', '', { exit: 2, stderr: 'no' })).toEqual(go);
    expect(taken('AfterAgent', { ...DENY, ...specific({ clearContext: true }) })).toEqual({
      ...go,
      extras: { clear_context: true },
    });
  });

  it('ends if one answer says both', () => {
    expect(taken('AfterAgent', { ...DENY, continue: false })).toEqual({
      decision: 'none',
      stop_agent: true,
    });
  });

  it('shows messages and honours nothing else on events that it only reports', () => {
    for (const name of ['PreCompress', 'Notification', 'SessionEnd'])
      expect(taken(name, { ...DENY, continue: false, systemMessage: 's' })).toEqual({
        decision: 'none',
        system_message: 's',
      });
  });
});
