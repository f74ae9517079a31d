import { describe, expect, it } from 'vitest';
import type { HookEvent, HookResponse } from '@hookloom/core/hook';
import type { JsonObject, JsonValue } from '@hookloom/core';
import { handler, hookEvent, printed, toolSeen } from '../../../test/engine-parts.ts';
import { failureOf } from '../../engine/failed-run.ts';
import type { Interpreted, RawOutcome } from '../../engine/outcome.ts';
import { TOML_EVENTS } from './events.ts';
import { tomlDialect } from './index.ts';

type Ended = Partial<RawOutcome & { kind: 'process' }>;

const BLOCKABLE = TOML_EVENTS.filter(({ blockable }) => blockable);

const OTHERS = TOML_EVENTS.filter(({ blockable }) => !blockable);

function read(
  name: string,
  stdout: JsonValue,
  ended: Ended = {},
  parts: Partial<HookEvent> = {},
): Interpreted {
  const { type } = TOML_EVENTS.find((event) => event.name === name)!;
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout);
  const event = hookEvent(type, {
    tool: toolSeen('Bash', { command: 'ls', description: 'list' }),
    ...parts,
  });
  return tomlDialect.interpret(printed(text, ended), handler({ event: name, type }), event);
}

/** A block as defined for the event. */
function blocks({ decision, continue_with }: HookResponse): string | undefined {
  return decision === 'deny' || continue_with !== undefined ? 'blocked' : undefined;
}

describe('exit 0: the JSON decides', () => {
  it.each<[string, JsonValue, HookResponse]>([
    ['nothing', '', { decision: 'none' }],
    ['an empty object', {}, { decision: 'none' }],
    ['proceed', { decision: 'proceed' }, { decision: 'none' }],
    [
      'block',
      { decision: 'block', reason: 'Blocked dangerous rm -rf / command' },
      { decision: 'deny', reason: 'Blocked dangerous rm -rf / command' },
    ],
    ['deny', { decision: 'deny', reason: 'no' }, { decision: 'deny', reason: 'no' }],
    ['approve', { decision: 'approve' }, { decision: 'allow' }],
    [
      'allow with a reason',
      { decision: 'allow', reason: 'known' },
      { decision: 'allow', reason: 'known' },
    ],
    ['ask', { decision: 'ask', reason: 'sure?' }, { decision: 'ask', reason: 'sure?' }],
    ['an unknown word', { decision: 'maybe' }, { decision: 'none' }],
    ['a decision that is not a string', { decision: { a: 1 } }, { decision: 'none' }],
    [
      'modify',
      { decision: 'modify', content: 'ls -l' },
      { decision: 'none', modify_args: { command: 'ls -l', description: 'list' } },
    ],
    [
      'the other fields',
      { decision: 'proceed', system_message: 'Security check passed', suppress_output: false },
      { decision: 'none', system_message: 'Security check passed' },
    ],
    ['output to be hidden', { suppress_output: true }, { decision: 'none', suppress_output: true }],
  ])('%s', (_what, stdout, response) => {
    expect(read('pre_tool_use', stdout).response).toEqual(response);
  });

  it('a block without a reason gets one', () => {
    const { response } = read('pre_tool_use', { decision: 'block' });
    expect(response).toEqual({ decision: 'deny', reason: expect.stringContaining('pre_tool_use') });
  });

  it('text is not an answer, and broken JSON is reported', () => {
    expect(read('pre_tool_use', 'done')).toMatchObject({
      reason: 'silent',
      response: { decision: 'none' },
    });
    expect(read('pre_tool_use', '{"decision": block}')).toMatchObject({ reason: 'unreadable' });
    expect(read('pre_tool_use', '')).toEqual({
      reason: 'silent',
      response: { decision: 'none' },
      notes: [],
    });
  });

  it.each<[string, JsonObject]>([
    ['an unknown decision', { decision: 'blok', reason: 'no' }],
    ['a misspelt field', { descision: 'block', reason: 'no' }],
  ])('%s is not an answer, so a critical hook refuses', (_what, printedJson) => {
    const guard = handler({ event: 'pre_tool_use', type: 'before_tool', critical: true });
    const outcome = printed(JSON.stringify(printedJson));
    const answer = tomlDialect.interpret(outcome, guard, hookEvent('before_tool', {}));
    expect(answer.reason).toBe('unreadable');
    expect(failureOf(outcome, answer)).toBe(answer.invalid);
    expect(answer.notes).not.toEqual([]);
  });

  it.each(BLOCKABLE)('a block of $name', ({ name, type }) => {
    const { reason, response } = read(name, { decision: 'block', reason: 'no' });
    expect(reason).toBe('answered');
    expect(response).toEqual(
      type === 'stop'
        ? { decision: 'none', continue_with: 'no' }
        : { decision: 'deny', reason: 'no' },
    );
  });

  it.each(OTHERS)('a block of $name is an error that is logged', ({ name }) => {
    const { reason, response, notes } = read(name, {
      decision: 'block',
      reason: 'no',
      system_message: 'x',
    });
    expect(reason).toBe('block_not_possible');
    expect(response).toEqual({ decision: 'none', system_message: 'x' });
    expect(notes.join(' ')).toContain('cannot be blocked');
  });
});

describe('exit 2', () => {
  it.each(BLOCKABLE)('blocks $name, with stderr as the reason', ({ name, type }) => {
    const { reason, response } = read(name, '', { exitCode: 2, stderr: 'not here\n' });
    expect(reason).toBe('blocked_by_exit');
    expect(type === 'stop' ? response.continue_with : response.reason).toBe('not here');
    expect(blocks(response)).toBe('blocked');
  });

  it.each(BLOCKABLE)('blocks $name without output, with a default reason', ({ name, type }) => {
    const { response } = read(name, '', { exitCode: 2 });
    expect(type === 'stop' ? response.continue_with : response.reason).toMatch(/\w/);
    expect(blocks(response)).toBe('blocked');
  });

  it.each(OTHERS)('is an error that is logged on $name', ({ name }) => {
    const { reason, response, notes } = read(name, '', { exitCode: 2, stderr: 'no' });
    expect([reason, response]).toEqual(['block_not_possible', { decision: 'none' }]);
    expect(notes).not.toEqual([]);
  });

  it('overrides the JSON, whose reason is used if stderr is empty', () => {
    const stdout = { decision: 'proceed', reason: 'because' };
    expect(read('pre_tool_use', stdout, { exitCode: 2 }).response).toEqual({
      decision: 'deny',
      reason: 'because',
    });
  });
});

describe('other exit codes', () => {
  it.each([1, 3, 126, 127, 255])('%i is a warning, and the decision is ignored', (exitCode) => {
    for (const { name } of TOML_EVENTS)
      for (const decision of ['block', 'approve', 'modify'])
        expect(read(name, { decision, content: 'x', reason: 'no' }, { exitCode })).toMatchObject({
          reason: 'warned_by_exit',
          response: { decision: 'none' },
        });
  });

  it.each<[string, Ended, string]>([
    ['not started', { exitCode: null, startError: 'ENOENT' }, 'not_started'],
    ['a timeout', { exitCode: null, timedOut: true, signal: 'SIGTERM' }, 'timed_out'],
    ['killed', { exitCode: null, signal: 'SIGKILL' }, 'killed'],
  ])('%s proceeds', (_what, ended, reason) => {
    expect(read('pre_tool_use', { decision: 'approve' }, ended)).toMatchObject({
      reason,
      response: { decision: 'none' },
    });
  });

  it('a block printed before the timeout counts', () => {
    const stdout = { decision: 'block', reason: 'no' };
    const { reason, response, notes } = read('pre_tool_use', stdout, {
      exitCode: null,
      timedOut: true,
    });
    expect([reason, response]).toEqual(['timed_out', { decision: 'deny', reason: 'no' }]);
    expect(notes.join(' ')).toContain('counts');
  });
});

describe('modify', () => {
  const edit = { tool: toolSeen('Edit', { file_path: 'a', old_string: 'b', new_string: 'c' }) };

  it('an object in the content is the input of a tool other than the shell', () => {
    const content = JSON.stringify({ file_path: 'a', old_string: 'b', new_string: 'd' });
    expect(read('pre_tool_use', { decision: 'modify', content }, {}, edit).response).toEqual({
      decision: 'none',
      modify_args: { file_path: 'a', old_string: 'b', new_string: 'd' },
    });
  });

  it('keeps fields that the new input lacks and the tool needs', () => {
    const content = JSON.stringify({ new_string: 'd' });
    const { response, notes } = read('pre_tool_use', { decision: 'modify', content }, {}, edit);
    expect(response.modify_args).toEqual({ file_path: 'a', old_string: 'b', new_string: 'd' });
    expect(notes.join(' ')).toContain('old_string');
  });

  it.each<[string, JsonValue]>([
    ['a text for a tool without one', { decision: 'modify', content: 'd' }],
    ['no content', { decision: 'modify' }],
    ['a number', { decision: 'modify', content: 1 }],
  ])('%s changes nothing and is reported', (_what, stdout) => {
    const { response, notes } = read('pre_tool_use', stdout, {}, edit);
    expect(response).toEqual({ decision: 'none' });
    expect(notes).not.toEqual([]);
  });

  it('is the new output after the tool', () => {
    expect(read('post_tool_use', { decision: 'modify', content: 'hidden' }).response).toEqual({
      decision: 'none',
      updated_output: 'hidden',
    });
  });

  it('changes nothing elsewhere', () => {
    const { response, notes } = read('stop', { decision: 'modify', content: 'x' });
    expect(response).toEqual({ decision: 'none' });
    expect(notes.join(' ')).toContain('nothing to modify');
  });

  it('treats a patch of Codex as a command', () => {
    const tool = {
      ...toolSeen('Edit', { command: '*** Begin Patch' }),
      native_name: 'apply_patch',
    };
    const stdout = { decision: 'modify', content: '*** Begin Patch 2' };
    expect(read('pre_tool_use', stdout, {}, { tool }).response.modify_args).toEqual({
      command: '*** Begin Patch 2',
    });
  });
});

describe('stop_reason', () => {
  it('counts on stop events', () => {
    expect(read('stop', { stop_reason: 'custom_stop_reason' }).response).toEqual({
      decision: 'none',
      stop_reason: 'custom_stop_reason',
    });
    expect(read('stop', { decision: 'block', stop_reason: 'not done' }).response).toMatchObject({
      continue_with: 'not done',
    });
  });

  it('is reported elsewhere', () => {
    const { response, notes } = read('pre_tool_use', { stop_reason: 'x' });
    expect(response).toEqual({ decision: 'none' });
    expect(notes.join(' ')).toContain('stop_reason');
  });
});

describe("Claude Code's terms", () => {
  const inner = (hookEventName: string, fields: JsonObject): JsonObject => ({
    hookSpecificOutput: { hookEventName, ...fields },
  });

  it.each<[string, string, JsonValue, HookResponse]>([
    [
      'a deny',
      'pre_tool_use',
      inner('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no' }),
      { decision: 'deny', reason: 'no' },
    ],
    [
      'an ask',
      'pre_tool_use',
      inner('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'sure?' }),
      { decision: 'ask', reason: 'sure?' },
    ],
    [
      'a rewrite',
      'pre_tool_use',
      inner('PreToolUse', { updatedInput: { command: 'ls -l' } }),
      { decision: 'none', modify_args: { command: 'ls -l' } },
    ],
    [
      'a permission',
      'permission_request',
      inner('PermissionRequest', { decision: { behavior: 'deny', message: 'no' } }),
      { decision: 'deny', reason: 'no' },
    ],
    [
      'context',
      'session_start',
      inner('SessionStart', { additionalContext: 'x' }),
      { decision: 'none', context: 'x' },
    ],
    [
      'the end of the run',
      'user_prompt_submit',
      { continue: false, stopReason: 'enough' },
      { decision: 'none', stop_agent: true, stop_reason: 'enough' },
    ],
    ['a message', 'after_agent', { systemMessage: 'x' }, { decision: 'none', system_message: 'x' }],
    [
      'both at once: the block wins',
      'pre_tool_use',
      {
        decision: 'block',
        reason: 'a',
        ...inner('PreToolUse', { permissionDecision: 'allow' }),
      },
      { decision: 'deny', reason: 'a' },
    ],
  ])('%s', (_what, name, stdout, response) => {
    expect(read(name, stdout).response).toEqual(response);
  });
});
