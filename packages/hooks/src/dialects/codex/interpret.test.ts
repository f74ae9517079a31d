import { describe, expect, it } from 'vitest';
import type { HookResponse } from '@hookloom/core/hook';
import type { JsonValue } from '@hookloom/core';
import { toolSeen } from '../../../test/engine-parts.ts';
import { type Ended, inner, NO, pre, read } from './interpreted.fixture.ts';

describe('blocks wherever Codex blocks', () => {
  it.each<[string, string, JsonValue, Ended, HookResponse]>([
    [
      'a deny with a reason',
      'PreToolUse',
      pre({ permissionDecision: 'deny', permissionDecisionReason: 'no' }),
      {},
      NO,
    ],
    ['a block with a reason', 'PreToolUse', { decision: 'block', reason: 'no' }, {}, NO],
    ['exit 2 with stderr', 'PreToolUse', '', { exitCode: 2, stderr: 'no\n' }, NO],
    [
      'a deny and exit 2: stderr is the reason',
      'PreToolUse',
      pre({ permissionDecision: 'deny', permissionDecisionReason: 'other' }),
      { exitCode: 2, stderr: 'no' },
      NO,
    ],
    ['a prompt', 'UserPromptSubmit', { decision: 'block', reason: 'no' }, {}, NO],
    ['an output, which is replaced', 'PostToolUse', { decision: 'block', reason: 'no' }, {}, NO],
    [
      'an output, by the end of the run',
      'PostToolUse',
      { continue: false, stopReason: 'no' },
      {},
      NO,
    ],
    [
      'a permission',
      'PermissionRequest',
      inner('PermissionRequest', { decision: { behavior: 'deny', message: 'no' } }),
      {},
      NO,
    ],
    ['a permission by exit 2', 'PermissionRequest', '', { exitCode: 2, stderr: 'no' }, NO],
    [
      'a stop',
      'Stop',
      { decision: 'block', reason: 'go on' },
      {},
      { decision: 'none', continue_with: 'go on' },
    ],
    [
      "a subagent's stop",
      'SubagentStop',
      '',
      { exitCode: 2, stderr: 'go on' },
      { decision: 'none', continue_with: 'go on' },
    ],
    [
      'a compaction',
      'PreCompact',
      { continue: false, stopReason: 'no' },
      {},
      { decision: 'deny', reason: 'no', stop_agent: true, stop_reason: 'no' },
    ],
    [
      'the run',
      'UserPromptSubmit',
      { continue: false, stopReason: 'enough' },
      {},
      { decision: 'none', stop_agent: true, stop_reason: 'enough' },
    ],
    [
      'the end of the run overrides a continuation',
      'Stop',
      { continue: false, decision: 'block', reason: 'x' },
      {},
      { decision: 'none', stop_agent: true },
    ],
  ])('%s', (_what, name, stdout, ended, response) => {
    expect(read(name, stdout, ended).response).toEqual(response);
  });
});

describe('honours and reports a refusal that Codex would drop for its format', () => {
  const deny = pre({ permissionDecision: 'deny', permissionDecisionReason: 'no' });
  it.each<[string, JsonValue, Ended]>([
    ['no reason', pre({ permissionDecision: 'deny' }), {}],
    ['no reason for a block', { decision: 'block' }, {}],
    ['a deny at the top', { decision: 'deny', reason: 'no' }, {}],
    ['exit 1', deny, { exitCode: 1 }],
    ['exit 2 without stderr', '', { exitCode: 2 }],
    ['exit 2 without stderr, with a deny', deny, { exitCode: 2 }],
    ['suppressOutput', { ...deny, suppressOutput: true }, {}],
    ['an unknown field', { ...deny, colour: 'red' }, {}],
    [
      'no hookEventName',
      { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' } },
      {},
    ],
    [
      'another hookEventName',
      inner('Stop', { permissionDecision: 'deny', permissionDecisionReason: 'no' }),
      {},
    ],
    ['text before', `Welcome\n${JSON.stringify(deny)}`, {}],
    ['text behind', `${JSON.stringify(deny)}\nbye`, {}],
    ['a timeout', deny, { exitCode: null, timedOut: true }],
  ])('%s', (_what, stdout, ended) => {
    const { response, notes } = read('PreToolUse', stdout, ended);
    expect(response.decision).toBe('deny');
    expect(response.reason).toMatch(/\w/);
    expect(notes).not.toEqual([]);
  });

  it('does not count a byte order mark among them', () => {
    expect(read('PreToolUse', `\uFEFF${JSON.stringify(deny)}`).response).toEqual(NO);
  });
});

describe('answers that do not refuse', () => {
  it.each<[string, string, JsonValue, HookResponse]>([
    ['nothing', 'PreToolUse', '', { decision: 'none' }],
    [
      'a bare allow is an allow',
      'PreToolUse',
      pre({ permissionDecision: 'allow' }),
      { decision: 'allow' },
    ],
    ['approve', 'PreToolUse', { decision: 'approve' }, { decision: 'allow' }],
    [
      'an ask is an ask',
      'PreToolUse',
      pre({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' }),
      { decision: 'ask', reason: 'sure?' },
    ],
    [
      'a rewrite is not an approval',
      'PreToolUse',
      pre({ permissionDecision: 'allow', updatedInput: { command: 'ls -l' } }),
      { decision: 'none', modify_args: { command: 'ls -l' } },
    ],
    [
      'a rewrite without allow',
      'PreToolUse',
      pre({ updatedInput: { command: 'ls -l' } }),
      { decision: 'none', modify_args: { command: 'ls -l' } },
    ],
    [
      'a rewrite without its command gets the original command',
      'PreToolUse',
      pre({ permissionDecision: 'allow', updatedInput: { timeout: 1 } }),
      { decision: 'none', modify_args: { command: 'ls', timeout: 1 } },
    ],
    [
      'an allow under another name approves nothing',
      'PreToolUse',
      inner('Stop', { permissionDecision: 'allow' }),
      { decision: 'none' },
    ],
    ['the end of the run on a call', 'PreToolUse', { continue: false }, { decision: 'none' }],
    ['context', 'PreToolUse', pre({ additionalContext: 'x' }), { decision: 'none', context: 'x' }],
    ['context at a stop', 'Stop', inner('Stop', { additionalContext: 'x' }), { decision: 'none' }],
    ['a message', 'Interrupt', { systemMessage: 'x' }, { decision: 'none', system_message: 'x' }],
    ['a message of an observer', 'PostModelRequest', { systemMessage: 'x' }, { decision: 'none' }],
    [
      'a permission',
      'PermissionRequest',
      inner('PermissionRequest', { decision: { behavior: 'allow' } }),
      { decision: 'allow' },
    ],
    [
      'a permission with reserved fields asks the person',
      'PermissionRequest',
      inner('PermissionRequest', {
        decision: { behavior: 'allow', updatedInput: { command: 'x' } },
      }),
      { decision: 'none' },
    ],
    [
      'plain text at the start',
      'SessionStart',
      'remember\n',
      { decision: 'none', context: 'remember' },
    ],
    [
      'plain text with an object in it',
      'SessionStart',
      'like:\n{"x":1}\n',
      { decision: 'none', context: 'like:\n{"x":1}' },
    ],
    ['plain text on a call', 'PreToolUse', 'remember', { decision: 'none' }],
    [
      'a null in a required field',
      'SessionStart',
      inner('SessionStart', { additionalContext: null }),
      { decision: 'none' },
    ],
  ])('%s', (_what, name, stdout, response) => {
    expect(read(name, stdout).response).toEqual(response);
  });

  it('an exit code other than 0 and 2 is a warning', () => {
    expect(read('PreToolUse', pre({ permissionDecision: 'allow' }), { exitCode: 1 })).toMatchObject(
      {
        reason: 'warned_by_exit',
        response: { decision: 'none' },
      },
    );
    expect(read('SessionStart', 'text', { exitCode: 1 }).response).toEqual({ decision: 'none' });
  });

  it.each([
    ['PreToolUse', '{"decision": block}'],
    ['SessionStart', '{"decision": block}'],
    ['Stop', 'plain text'],
  ])('%s cannot read %s', (name, stdout) => {
    expect(read(name, stdout)).toMatchObject({
      reason: 'unreadable',
      response: { decision: 'none' },
    });
  });

  it('reports a refusal on an event that cannot be refused', () => {
    for (const name of ['SessionStart', 'SessionEnd', 'SubagentStart', 'PostModelRequest']) {
      expect(read(name, { decision: 'block', reason: 'no' })).toMatchObject({
        reason: 'block_not_possible',
        response: { decision: 'none' },
      });
      expect(read(name, '', { exitCode: 2, stderr: 'no' }).reason).toBe('block_not_possible');
    }
  });
});

describe('a patch made from an edit of another client', () => {
  const tool = toolSeen('Edit', { file_path: 'a', old_string: 'b', new_string: 'c' });
  const patch = '*** Begin Patch\n*** Update File: a\n@@\n-b\n+d\n*** End Patch\n';

  it('reports that it cannot be converted back, and approves nothing', () => {
    const stdout = pre({ permissionDecision: 'allow', updatedInput: { command: patch } });
    const { response, notes } = read('PreToolUse', stdout, {}, { source: 'claude-code', tool });
    expect(response).toEqual({ decision: 'none' });
    expect(notes.join(' ')).toContain('patch');
  });

  it('is the new input on Codex itself', () => {
    const own = { ...toolSeen('Edit', { command: 'old' }), native_name: 'apply_patch' };
    const stdout = pre({ permissionDecision: 'allow', updatedInput: { command: patch } });
    expect(read('PreToolUse', stdout, {}, { tool: own }).response.modify_args).toEqual({
      command: patch,
    });
  });
});
