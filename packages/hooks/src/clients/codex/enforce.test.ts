/** Every observed answer, and how the real Codex treated it (docs/reference/client-behaviour.md#codex). */
import { describe, expect, it } from 'vitest';
import type { HookResponse } from '@hookloom/core/hook';
import { definition as codex } from './definition.ts';
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
  return codex.enforce({ stdout: text, stderr, exit }, eventOf(name));
}

const NOTHING: HookResponse = { decision: 'none' };
const DENIED: HookResponse = { decision: 'deny', reason: 'no' };
const specific = (fields: object, hookEventName = 'PreToolUse'): object => ({
  hookSpecificOutput: { hookEventName, ...fields },
});
const DENY = specific({ permissionDecision: 'deny', permissionDecisionReason: 'no' });
const BASH = 'PreToolUse.Bash';

describe('before a tool Codex', () => {
  it.each<[string, unknown, Answer]>([
    ['a permission decision with a reason', DENY, {}],
    ['a block with a reason', { decision: 'block', reason: 'no' }, {}],
    ['exit 2 with a text on standard error', '', { exit: 2, stderr: 'no\n' }],
    ['exit 2 with text, not the JSON', DENY, { exit: 2, stderr: 'no' }],
    ['JSON with blanks around it', `\n  ${JSON.stringify(DENY, null, 2)}\n`, {}],
  ])('treats %s as a refusal', (_what, stdout, more) => {
    expect(taken(BASH, stdout, more)).toEqual(DENIED);
  });

  it.each<[string, unknown, Answer]>([
    ['a deny without a reason', specific({ permissionDecision: 'deny' }), {}],
    [
      'a deny with a blank reason',
      specific({ permissionDecision: 'deny', permissionDecisionReason: ' ' }),
      {},
    ],
    ['exit 2 with nothing on standard error', '', { exit: 2 }],
    ['exit 2 with a deny on standard output only', DENY, { exit: 2 }],
    ['a decision "deny"', { decision: 'deny', reason: 'no' }, {}],
    ['a deny with exit 1', DENY, { exit: 1 }],
    ['a bare allow', specific({ permissionDecision: 'allow' }), {}],
    ['an ask', specific({ permissionDecision: 'ask', permissionDecisionReason: 'no' }), {}],
    ['a defer', specific({ permissionDecision: 'defer' }), {}],
    ['an approve', { decision: 'approve' }, {}],
    ['continue: false', { continue: false, stopReason: 'no' }, {}],
    ['suppressOutput with a deny', { ...DENY, suppressOutput: true }, {}],
    ['an unknown field with a deny', { ...DENY, sessionTitle: 'x' }, {}],
    [
      'an unknown nested field',
      specific({ permissionDecision: 'deny', permissionDecisionReason: 'no', extra: 1 }),
      {},
    ],
    [
      'no hookEventName',
      { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' } },
      {},
    ],
    ['a wrong type with a deny', { ...DENY, continue: 'no' }, {}],
    ['a line before the JSON', `hello\n${JSON.stringify(DENY)}`, {}],
    ['a byte order mark before the JSON', `\ufeff${JSON.stringify(DENY)}`, {}],
    ['a line after the JSON', `${JSON.stringify(DENY)}\nbye`, {}],
    ['a rewrite without an allow', specific({ updatedInput: { command: 'ls -l' } }), {}],
    ['a lone surrogate', `{"decision":"block","reason":"no \\ud83d"}`, {}],
    ['a list', [DENY], {}],
    ['plain text', 'no', {}],
    ['nothing', '', {}],
  ])('makes the call after %s', (_what, stdout, more) => {
    expect(taken(BASH, stdout, more)).toEqual(NOTHING);
  });

  it('makes the rewritten call after an allow with it, with or without other keys', () => {
    const updatedInput = { command: 'ls -l', why: 'long' };
    const rewrite = specific({ permissionDecision: 'allow', updatedInput });
    expect(taken(BASH, rewrite)).toEqual({ decision: 'none', modify_args: updatedInput });
    const asking = eventOf(BASH, { permission_mode: 'default' });
    const rendered = { stdout: JSON.stringify(rewrite), stderr: '', exit: 0 };
    expect(codex.enforce(rendered, asking)).toEqual({
      decision: 'allow',
      modify_args: updatedInput,
    });
  });

  it('fails a rewritten call without a text in "command"', () => {
    const rewrite = specific({ permissionDecision: 'allow', updatedInput: { cmd: 'ls' } });
    expect(taken(BASH, rewrite).decision).toBe('deny');
  });

  it('gives context to the model, also with a deny, and messages to the person', () => {
    const context = specific({ additionalContext: 'c' });
    expect(taken(BASH, { ...context, systemMessage: 's' })).toEqual({
      decision: 'none',
      context: 'c',
      system_message: 's',
    });
    const denied = specific({
      permissionDecision: 'deny',
      permissionDecisionReason: 'no',
      additionalContext: 'c',
    });
    expect(taken(BASH, denied)).toEqual({ ...DENIED, context: 'c' });
  });

  it('accepts null in an optional field', () => {
    expect(taken(BASH, { ...DENY, systemMessage: null, reason: null })).toEqual(DENIED);
  });
});

describe('after a tool Codex', () => {
  const AFTER = 'PostToolUse.Bash';

  it.each<[string, unknown, Answer]>([
    ['a block', { decision: 'block', reason: 'no' }, {}],
    ['exit 2', '', { exit: 2, stderr: 'no' }],
    ['continue: false and a reason to continue', { continue: false, stopReason: 'no' }, {}],
  ])('replaces the output with the text of %s', (_what, stdout, more) => {
    expect(taken(AFTER, stdout, more)).toEqual(DENIED);
  });

  it('keeps the output after a block without a reason, a new output and suppressOutput', () => {
    expect(taken(AFTER, { decision: 'block' })).toEqual(NOTHING);
    expect(taken(AFTER, specific({ updatedMCPToolOutput: 'x' }, 'PostToolUse'))).toEqual(NOTHING);
    expect(taken(AFTER, { decision: 'block', reason: 'no', suppressOutput: true })).toEqual(
      NOTHING,
    );
  });

  it('gives context to the model', () => {
    expect(taken(AFTER, specific({ additionalContext: 'c' }, 'PostToolUse')).context).toBe('c');
  });
});

describe('for a permission Codex', () => {
  const ASKED = 'PermissionRequest.Bash';
  const verdict = (decision: object): object => specific({ decision }, 'PermissionRequest');

  it('honours an allow, a deny and exit 2', () => {
    expect(taken(ASKED, verdict({ behavior: 'allow' }))).toEqual({ decision: 'allow' });
    expect(taken(ASKED, verdict({ behavior: 'deny', message: 'no' }))).toEqual(DENIED);
    expect(taken(ASKED, '', { exit: 2, stderr: 'no' })).toEqual(DENIED);
  });

  it.each([
    ['another input', verdict({ behavior: 'allow', updatedInput: { command: 'x' } })],
    ['an interrupt', verdict({ behavior: 'deny', message: 'no', interrupt: true })],
    ['rules', verdict({ behavior: 'allow', updatedPermissions: [] })],
    ['continue: false', { ...verdict({ behavior: 'deny', message: 'no' }), continue: false }],
    ['no behaviour', verdict({ message: 'no' })],
  ])('asks the person after %s', (_what, stdout) => {
    expect(taken(ASKED, stdout)).toEqual(NOTHING);
  });
});

describe('at a stop Codex', () => {
  it.each(['Stop', 'SubagentStop'])('continues with a reason on %s', (name) => {
    const go = { decision: 'none', continue_with: 'no' };
    expect(taken(name, { decision: 'block', reason: 'no' })).toEqual(go);
    expect(taken(name, '', { exit: 2, stderr: 'no' })).toEqual(go);
  });

  it.each(['Stop', 'SubagentStop'])('ends after an answer it cannot read: %s', (name) => {
    expect(taken(name, 'go on')).toEqual(NOTHING);
    expect(taken(name, { decision: 'block' })).toEqual(NOTHING);
    const context = specific({ additionalContext: 'c' }, name);
    expect(taken(name, { ...context, decision: 'block', reason: 'no' })).toEqual(NOTHING);
  });

  it('ends if one answer says both', () => {
    const both = { continue: false, stopReason: 'enough', decision: 'block', reason: 'no' };
    expect(taken('Stop', both)).toEqual({
      decision: 'none',
      stop_agent: true,
      stop_reason: 'enough',
    });
  });
});

describe('at the start of a session Codex', () => {
  it('uses plain text as context on three events, and ignores broken JSON', () => {
    for (const name of ['SessionStart', 'UserPromptSubmit', 'SubagentStart']) {
      expect(taken(name, 'remember\n')).toEqual({ decision: 'none', context: 'remember' });
      expect(taken(name, '{ remember')).toEqual(NOTHING);
      const context = specific({ additionalContext: 'c' }, name);
      expect(taken(name, `hello\n${JSON.stringify(context)}`).context).toContain('hello');
      expect(taken(name, context)).toEqual({ decision: 'none', context: 'c' });
    }
  });

  it('starts no turn after continue: false or a refused prompt', () => {
    const stop = { continue: false, stopReason: 'enough' };
    const ended = { decision: 'none', stop_agent: true, stop_reason: 'enough' };
    expect(taken('SessionStart', stop)).toEqual(ended);
    expect(taken('UserPromptSubmit', stop)).toEqual(ended);
    expect(taken('UserPromptSubmit', { decision: 'block', reason: 'no' })).toEqual(DENIED);
    expect(taken('UserPromptSubmit', '', { exit: 2, stderr: 'no' })).toEqual(DENIED);
    expect(taken('SessionStart', '', { exit: 2, stderr: 'no' })).toEqual(NOTHING);
    expect(taken('SessionStart', { decision: 'block', reason: 'no' })).toEqual(NOTHING);
  });

  it('accepts the name of another event on a session start', () => {
    expect(taken('SessionStart', specific({ additionalContext: 'c' }, 'Stop')).context).toBe('c');
  });

  it('cuts the middle of context above 2,500 tokens', () => {
    const context = taken('SessionStart', `a${'x'.repeat(20_000)}z`).context!;
    expect([context[0], context.at(-1), context.length]).toEqual(['a', 'z', 10_001]);
  });
});

describe('on the other events Codex', () => {
  it('ends the turn when a compaction is stopped', () => {
    expect(taken('PreCompact', { continue: false })).toEqual({
      decision: 'none',
      stop_agent: true,
    });
    expect(taken('PreCompact', 'text')).toEqual(NOTHING);
  });

  it('shows a message after an interrupt and accepts nothing else', () => {
    expect(taken('Interrupt', { systemMessage: 's', continue: false })).toEqual({
      decision: 'none',
      system_message: 's',
    });
    expect(taken('Interrupt', { decision: 'block', reason: 'no' })).toEqual(NOTHING);
  });

  it('accepts nothing around model requests and at the end', () => {
    for (const name of ['PreModelRequest', 'PostModelRequest', 'SessionEnd'])
      for (const stdout of [{ decision: 'block', reason: 'no' }, { continue: false }, 'text'])
        expect(taken(name, stdout)).toEqual(NOTHING);
  });
});

it('honours context with suppressOutput at session starts and prompts', () => {
  for (const name of ['SessionStart', 'UserPromptSubmit'] as const) {
    const specific = { hookEventName: name, additionalContext: 'c' };
    const stdout = JSON.stringify({ suppressOutput: true, hookSpecificOutput: specific });
    expect(codex.enforce({ stdout, stderr: '', exit: 0 }, eventOf(name))).toEqual({
      decision: 'none',
      context: 'c',
    });
  }
});
