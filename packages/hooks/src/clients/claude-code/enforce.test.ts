/** How Claude Code treated answers before a tool call (docs/reference/client-behaviour.md#claude-code). */
import { describe, expect, it } from 'vitest';
import { bashEvent, hookEvent, toolSeen } from '../../../test/engine-parts.ts';
import { enforceClaude } from './enforce.ts';
import { definition as claudeCode } from './definition.ts';
import { renderClaude } from './words.ts';

const event = { ...bashEvent('ls'), source: 'claude-code' as const, native_event: 'PreToolUse' };
const specific = (fields: object): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } });
const deny = specific({ permissionDecision: 'deny', permissionDecisionReason: 'no' });

function decided(stdout: string, exit = 0, stderr = ''): string {
  return enforceClaude({ stdout, exit, stderr }, event).decision;
}

describe('Claude Code before a tool call', () => {
  it.each([
    ['a deny with its reason', deny, 0, '', 'deny'],
    ['a deny without a reason', specific({ permissionDecision: 'deny' }), 0, '', 'deny'],
    ['a deny with exit 1', deny, 1, '', 'deny'],
    ['an allow with exit 2', specific({ permissionDecision: 'allow' }), 2, 'no', 'deny'],
    ['exit 2 with nothing on standard error', '', 2, '', 'deny'],
    ['exit 2 with text on standard output only', 'text', 2, '', 'deny'],
    ['exit 1', '', 1, '', 'none'],
    ['a top-level block', '{"decision":"block","reason":"no"}', 0, '', 'deny'],
    [
      'a top-level deny, which is not a documented value',
      '{"decision":"deny","reason":"no"}',
      0,
      '',
      'none',
    ],
    [
      'a deny with a `continue` that is not a boolean',
      `{"continue":"yes",${deny.slice(1)}`,
      0,
      '',
      'none',
    ],
    ['a deny with an unknown field', `{"mood":"good",${deny.slice(1)}`, 0, '', 'deny'],
    [
      'a deny without hookEventName',
      '{"hookSpecificOutput":{"permissionDecision":"deny"}}',
      0,
      '',
      'none',
    ],
    [
      'a deny under another event',
      '{"hookSpecificOutput":{"hookEventName":"Stop","permissionDecision":"deny"}}',
      0,
      '',
      'none',
    ],
    ['a line before a deny', `Welcome\n${deny}`, 0, '', 'none'],
    ['a line after a deny', `${deny}\nbye`, 0, '', 'none'],
    ['a byte order mark before a deny', `\uFEFF${deny}`, 0, '', 'deny'],
    [
      'a null in an optional field',
      specific({ permissionDecision: 'deny', additionalContext: null }),
      0,
      '',
      'none',
    ],
    ['an ask', specific({ permissionDecision: 'ask' }), 0, '', 'ask'],
    ['a defer', specific({ permissionDecision: 'defer' }), 0, '', 'defer'],
    ['plain text', 'All good', 0, '', 'none'],
  ])('%s', (_what, stdout, exit, stderr, decision) => {
    expect(decided(stdout, exit, stderr)).toBe(decision);
  });

  it('ends the run on continue:false but lets the call be made', () => {
    expect(
      enforceClaude({ stdout: '{"continue":false,"stopReason":"x"}', stderr: '', exit: 0 }, event),
    ).toEqual({
      decision: 'none',
      stop_agent: true,
      stop_reason: 'x',
    });
  });

  it('applies a rewrite with and without a decision', () => {
    for (const more of [{}, { permissionDecision: 'allow' }])
      expect(
        enforceClaude(
          {
            stdout: specific({ ...more, updatedInput: { command: 'ls -l' } }),
            stderr: '',
            exit: 0,
          },
          event,
        ).modify_args,
      ).toEqual({ command: 'ls -l' });
  });
});

describe('Claude Code receives', () => {
  it('a deny with its reason in the answer and on standard error, with exit 0', () => {
    expect(renderClaude({ decision: 'deny', reason: 'no' }, event)).toEqual({
      stdout: deny,
      stderr: 'no',
      exit: 0,
      losses: [],
    });
  });

  it('a rewrite without an approval', () => {
    const rendered = renderClaude({ decision: 'none', modify_args: { command: 'ls -l' } }, event);
    expect(JSON.parse(rendered.stdout)).toEqual({
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'ls -l' } },
    });
  });

  it('only the reason to continue at a stop', () => {
    const stop = { ...hookEvent('stop'), source: 'claude-code' as const, native_event: 'Stop' };
    expect(renderClaude({ decision: 'none', continue_with: 'run the tests' }, stop).stdout).toBe(
      '{"decision":"block","reason":"run the tests"}',
    );
    const ended = renderClaude({ decision: 'none', stop_agent: true, stop_reason: 'enough' }, stop);
    expect(JSON.parse(ended.stdout)).toEqual({ continue: false, stopReason: 'enough' });
  });

  it('exit 2 alone for a task that may not be completed, because it reads no JSON there', () => {
    const task = {
      ...hookEvent('task_completed'),
      source: 'claude-code' as const,
      native_event: 'TaskCompleted',
    };
    expect(renderClaude({ decision: 'deny', reason: 'tests fail' }, task)).toEqual({
      stdout: '',
      stderr: 'tests fail',
      exit: 2,
      losses: [],
    });
  });

  it('context of a compaction as plain text, because its schema has no context field', () => {
    const compact = {
      ...hookEvent('pre_compact'),
      source: 'claude-code' as const,
      native_event: 'PreCompact',
    };
    const rendered = renderClaude({ decision: 'none', context: 'keep the file names' }, compact);
    expect([rendered.stdout, rendered.losses.map(({ field }) => field)]).toEqual([
      'keep the file names',
      ['context'],
    ]);
  });

  it('a permission with rule updates, and a denial that interrupts', () => {
    const asked = {
      ...bashEvent('ls', 'permission_request'),
      source: 'claude-code' as const,
      native_event: 'PermissionRequest',
    };
    const updates = [{ type: 'addRules' }];
    const allowed = renderClaude({ decision: 'allow', permission: { updates } }, asked);
    expect(JSON.parse(allowed.stdout).hookSpecificOutput.decision).toEqual({
      behavior: 'allow',
      updatedPermissions: updates,
    });
    const denied = renderClaude(
      { decision: 'deny', reason: 'no', permission: { interrupt: true } },
      asked,
    );
    expect(JSON.parse(denied.stdout).hookSpecificOutput.decision).toEqual({
      behavior: 'deny',
      message: 'no',
      interrupt: true,
    });
  });
});

describe('Claude Code as observed', () => {
  const named = (name: string, type: Parameters<typeof hookEvent>[0], more = {}) => ({
    ...hookEvent(type, more),
    source: 'claude-code' as const,
    native_event: name,
  });
  const said = (name: string, fields: object): string =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: name, ...fields } });

  it('ignores exit 2 on a permission request', () => {
    const asked = named('PermissionRequest', 'permission_request', { tool: event.tool });
    expect(enforceClaude({ stdout: '', stderr: 'no', exit: 2 }, asked)).toEqual({
      decision: 'none',
    });
  });

  it('honours context with exit 2 before and after a tool call', () => {
    for (const [name, type] of [
      ['PreToolUse', 'before_tool'],
      ['PostToolUse', 'after_tool'],
    ] as const)
      expect(
        enforceClaude(
          { stdout: said(name, { additionalContext: 'c' }), stderr: 'no', exit: 2 },
          named(name, type, { tool: event.tool }),
        ),
      ).toEqual({ decision: 'deny', reason: 'no', context: 'c' });
  });

  it('drops the context of Setup', () => {
    const stdout = said('Setup', { additionalContext: 'c' });
    expect(enforceClaude({ stdout, stderr: '', exit: 0 }, named('Setup', 'setup'))).toEqual({
      decision: 'none',
    });
  });

  it.each([
    ['a text for a shell command', 'Bash', 'masked', false],
    ['a shell output that lacks two fields', 'Bash', { stdout: 'x', stderr: '' }, false],
    [
      'a complete shell output',
      'Bash',
      { stdout: 'x', stderr: '', interrupted: false, isImage: false },
      true,
    ],
  ])('accepts a new output in the form of the tool: %s', (_what, name, output, isTaken) => {
    const tool = { ...toolSeen(name, { command: 'ls' }), response: { stdout: 'x', stderr: '' } };
    const stdout = said('PostToolUse', { updatedToolOutput: output });
    const { updated_output } = enforceClaude(
      { stdout, stderr: '', exit: 0 },
      named('PostToolUse', 'after_tool', { tool }),
    );
    expect(updated_output !== undefined).toBe(isTaken);
  });

  it('receives a text as output of a shell command or a file in their own forms', () => {
    const after = (tool: ReturnType<typeof toolSeen>) =>
      named('PostToolUse', 'after_tool', { tool });
    const shell = renderClaude(
      { decision: 'none', updated_output: 'masked' },
      after(toolSeen('Bash', { command: 'env' })),
    );
    expect(JSON.parse(shell.stdout).hookSpecificOutput.updatedToolOutput).toEqual({
      stdout: 'masked',
      stderr: '',
      interrupted: false,
      isImage: false,
    });
    const file = renderClaude(
      { decision: 'none', updated_output: 'masked\n' },
      after(toolSeen('Read', { file_path: '/home/dev/.env' })),
    );
    expect(JSON.parse(file.stdout).hookSpecificOutput.updatedToolOutput).toEqual({
      type: 'text',
      file: {
        filePath: '/home/dev/.env',
        content: 'masked\n',
        startLine: 1,
        numLines: 2,
        totalLines: 2,
      },
    });
    const other = renderClaude(
      { decision: 'none', updated_output: 'masked' },
      after({ ...toolSeen('Glob', { pattern: '*' }), response: { filenames: [] } }),
    );
    expect([other.stdout, other.losses.map(({ field }) => field)]).toEqual([
      '',
      ['updated_output'],
    ]);
  });

  it('shows a reason at the end of a turn as a message, and reports it', () => {
    const rendered = claudeCode.render(
      { decision: 'none', stop_reason: 'All tests pass.' },
      named('Stop', 'stop'),
    );
    expect(rendered).toMatchObject({
      stdout: '{"systemMessage":"All tests pass."}',
      losses: [{ field: 'stop_reason', survival: 'changed' }],
    });
  });
});
