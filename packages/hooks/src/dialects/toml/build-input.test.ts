import { describe, expect, it } from 'vitest';
import type { HookEvent, HookEventType } from '@hookloom/core/hook';
import type { JsonValue } from '@hookloom/core';
import { handler, hookEvent, toolSeen } from '../../../test/engine-parts.ts';
import { compileMatcher, matches } from '../matcher.ts';
import { TOML_EVENTS } from './events.ts';
import { tomlDialect } from './index.ts';
import { textOfResponse } from './text-of-response.ts';

const CONTEXT = { turnNumber: 5, projectDir: '/home/dev/project' };

function typeOf(name: string): HookEventType {
  return TOML_EVENTS.find((event) => event.name === name)!.type;
}

function tell(name: string, parts: Partial<HookEvent> = {}): Record<string, JsonValue> {
  const hook = handler({ event: name, type: typeOf(name) });
  return tomlDialect.buildInput(hookEvent(typeOf(name), parts), hook, CONTEXT);
}

const bash = { ...toolSeen('Bash', { command: 'ls -la' }) };

it('has every field of the documented "Hook Input" payload', () => {
  const payload = tell('pre_tool_use', {
    session_id: '01JKCJX1234567890ABCDEFGHJK',
    cwd: '/home/user/project',
    timestamp: '2025-01-01T00:00:00Z',
    permission_mode: { mode: 'default', native: 'default' },
    transcript_path: '/tmp/transcript.jsonl',
    tool: bash,
  });
  expect(payload).toEqual({
    session_id: '01JKCJX1234567890ABCDEFGHJK',
    cwd: '/home/user/project',
    triggered_at: '2025-01-01T00:00:00Z',
    hook_event_name: 'PreToolUse',
    permission_mode: 'on-request',
    transcript_path: '/tmp/transcript.jsonl',
    tool_name: 'Bash',
    tool_input: { command: 'ls -la' },
  });
});

it('omits the transcript if it is unknown', () => {
  expect('transcript_path' in tell('stop')).toBe(false);
});

describe('the documented fields of each event', () => {
  const claude: Partial<HookEvent> = { source: 'claude-code', model: 'claude-opus-4-6' };
  it.each<[string, Partial<HookEvent>, Record<string, JsonValue>]>([
    ['pre_tool_use', { tool: bash }, { tool_name: 'Bash', tool_input: { command: 'ls -la' } }],
    [
      'post_tool_use',
      { tool: { ...bash, response: 'file1.txt\nfile2.txt' } },
      {
        tool_name: 'Bash',
        tool_input: { command: 'ls -la' },
        tool_response: 'file1.txt\nfile2.txt',
      },
    ],
    [
      'post_tool_use_failure',
      { tool: { ...bash, error: 'Command failed with exit code 1' } },
      { tool_name: 'Bash', error: 'Command failed with exit code 1' },
    ],
    ['after_agent', {}, { turn_number: 5 }],
    [
      'session_start',
      { subject: 'cli', model: 'claude-opus-4-6' },
      { source: 'cli', model: 'claude-opus-4-6', agent_type: 'codex' },
    ],
    [
      'session_start',
      { ...claude, subject: 'resume' },
      { source: 'resume', model: 'claude-opus-4-6', agent_type: 'claude-code' },
    ],
    ['session_end', { subject: 'user_exit' }, { reason: 'user_exit' }],
    [
      'user_prompt_submit',
      { prompt: 'Help me debug this code' },
      { prompt: 'Help me debug this code' },
    ],
    ['stop', { subject: 'user_request' }, { reason: 'user_request' }],
    [
      'permission_request',
      { tool: toolSeen('Edit', { file_path: '/tmp/test.txt' }) },
      { tool_name: 'Edit', tool_input: { file_path: '/tmp/test.txt' } },
    ],
    [
      'notification',
      { message: 'Build completed successfully', subject: 'info' },
      { message: 'Build completed successfully', level: 'info' },
    ],
    [
      'subagent_start',
      { agent_type: 'researcher', prompt: 'Analyze security vulnerabilities' },
      { agent_type: 'researcher', task: 'Analyze security vulnerabilities' },
    ],
    [
      'subagent_stop',
      { agent_type: 'researcher' },
      { agent_type: 'researcher', reason: 'task_completed' },
    ],
    ['pre_compact', { subject: 'auto' }, { trigger: 'auto' }],
    [
      'task_completed',
      { data: { task_subject: 'Fixed authentication bug in login flow' } },
      { summary: 'Fixed authentication bug in login flow' },
    ],
  ])('%s %#', (name, parts, fields) => {
    const payload = tell(name, parts);
    const { session_id, cwd, triggered_at, hook_event_name, permission_mode, ...own } = payload;
    expect(own).toEqual(fields);
    expect([session_id, cwd, triggered_at, permission_mode]).toEqual([
      's1',
      '/home/dev/project',
      '2026-11-21T08:00:00.000Z',
      'on-request',
    ]);
    expect(hook_event_name).toBe(TOML_EVENTS.find((event) => event.name === name)!.pascal);
  });

  it('fills required fields if the client omits them', () => {
    for (const { name } of TOML_EVENTS)
      expect(Object.values(tell(name)).some((value) => value === null)).toBe(false);
  });
});

it.each([
  ['bypassPermissions', 'never'],
  ['default', 'on-request'],
  ['plan', 'on-request'],
  ['acceptEdits', 'on-request'],
  ['dontAsk', 'on-request'],
  ['auto', 'on-request'],
] as const)('the mode %s becomes %s', (mode, policy) => {
  const permission_mode = { mode, native: mode };
  expect(tell('stop', { permission_mode })['permission_mode']).toBe(policy);
});

it("Codex's own policies are passed on", () => {
  const told = ['untrusted', 'on-failure', 'on-request', 'never', 'yolo'].map(
    (native) => tell('stop', { permission_mode: { mode: null, native } })['permission_mode'],
  );
  expect(told).toEqual(['untrusted', 'on-failure', 'on-request', 'never', 'on-request']);
});

it('tools have their common names and servers their full ones', () => {
  const shell = { ...bash, native_name: 'run_shell_command' };
  expect(tell('pre_tool_use', { tool: shell })['tool_name']).toBe('Bash');
  const mcp = { ...toolSeen('t', {}), native_name: 'mcp_s_t', mcp: { server: 's', tool: 't' } };
  expect(tell('pre_tool_use', { tool: mcp })['tool_name']).toBe('mcp__s__t');
});

it('includes the rewrites of earlier hooks', () => {
  const tool = { ...bash, input: { command: 'ls -l' } };
  const payload = tell('pre_tool_use', { tool, data: { tool_input: { command: 'ls' } } });
  expect(payload['tool_input']).toEqual({ command: 'ls -l' });
});

it.each<[string, JsonValue | undefined, string]>([
  ['a text', 'a', 'a'],
  ['nothing', undefined, ''],
  ['outputs of a shell', { stdout: 'a\n', stderr: 'b', interrupted: false }, 'a\nb'],
  ['outputs without the last line feed', { stdout: 'a', stderr: 'b' }, 'a\nb'],
  [
    'blocks of a server',
    {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    'a\nb',
  ],
  ["Gemini CLI's pair", { llmContent: 'a', returnDisplay: 'b' }, 'a'],
  ['a file', { type: 'text', file: { filePath: 'x', content: 'a' } }, 'a'],
  ['another object', { status: 1 }, '{"status":1}'],
])('converts a response that is %s to text', (_what, response, text) => {
  expect(textOfResponse(response)).toBe(text);
});

it('the environment has both names of the project folder', () => {
  expect(tomlDialect.environment(hookEvent('stop'), handler(), CONTEXT)).toEqual({
    CLAUDE_PROJECT_DIR: '/home/dev/project',
    CODEX_PROJECT_DIR: '/home/dev/project',
  });
});

describe('matched values', () => {
  const holds = (name: string, text: string, parts: Partial<HookEvent>): boolean => {
    const compiled = compileMatcher(text, 'toml');
    const values = tomlDialect.matcherValues(
      hookEvent(typeOf(name), parts),
      handler({ event: name, type: typeOf(name) }),
    );
    return compiled.ok && matches(compiled.matcher, values).matched;
  };

  it.each<[string, string, Partial<HookEvent>, boolean]>([
    ['pre_tool_use', '^Bash$', { tool: bash }, true],
    ['pre_tool_use', 'shell.*', { tool: { ...bash, native_name: 'run_shell_command' } }, true],
    ['pre_tool_use', '^Edit$', { tool: bash }, false],
    [
      'pre_tool_use',
      'mcp__.*__write.*',
      { tool: { ...toolSeen('write_file', {}), mcp: { server: 'fs', tool: 'write_file' } } },
      true,
    ],
    [
      'pre_tool_use',
      '^Write$',
      { tool: { ...toolSeen('Edit', {}), native_name: 'apply_patch' } },
      true,
    ],
    ['pre_tool_use', '^Bash$', { tool: null }, false],
    ['session_start', 'cli', { subject: 'startup' }, true],
    ['session_start', '^startup$', { subject: 'startup' }, true],
    ['session_start', 'cli', { subject: 'resume' }, false],
    ['session_end', 'user_exit', { subject: 'prompt_input_exit' }, true],
    ['session_end', 'user_exit', { subject: 'clear' }, false],
    ['notification', 'error', { subject: 'error' }, true],
    ['notification', 'warning', { subject: 'permission_prompt' }, true],
    ['notification', '^permission_prompt$', { subject: 'permission_prompt' }, true],
    ['subagent_start', 'researcher.*', { agent_type: 'researcher-2' }, true],
    ['pre_compact', 'auto', { subject: 'auto' }, true],
    ['pre_compact', 'auto', { subject: 'manual' }, false],
  ])('%s %s %#', (name, text, parts, expected) => {
    expect(holds(name, text, parts)).toBe(expected);
  });

  it.each(['after_agent', 'user_prompt_submit', 'stop', 'task_completed'])(
    '%s has nothing',
    (name) => {
      const values = tomlDialect.matcherValues(hookEvent(typeOf(name)), handler({ event: name }));
      expect(values).toEqual([]);
    },
  );
});
