import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HookEvent, ToolSeen } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { handler, hookEvent, toolSeen } from '../../../test/engine-parts.ts';
import { compileMatcher, matches } from '../matcher.ts';
import { asForeignEvent } from '../claude/sample.fixture.ts';
import { CODEX_EVENTS, codexEvent } from './events.ts';
import { codexDialect } from './index.ts';

const CONTEXT = { turnNumber: 1, projectDir: '/home/dev/project' };
const RECORDED = fs
  .readFileSync(path.join(import.meta.dirname, 'fixtures', 'recorded.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { name: string; payload: JsonObject });

function tell(name: string, event: HookEvent): JsonObject {
  const { type } = codexEvent(name)!;
  return codexDialect.buildInput(event, handler({ dialect: 'codex', event: name, type }), CONTEXT);
}

function nameOf(payload: JsonObject): string {
  const name = payload['hook_event_name'];
  return typeof name === 'string' ? name : '';
}

describe('recorded payloads', () => {
  it.each(RECORDED)('$name is passed on unchanged', ({ payload }) => {
    const event = asForeignEvent(payload, 'codex');
    expect(tell(nameOf(payload), event)).toEqual(payload);
  });

  it.each(RECORDED)(
    '$name of another client has the same fields in the same types',
    ({ payload }) => {
      const name = nameOf(payload);
      const { agent_transcript_path: _, ...data } = payload;
      const event = asForeignEvent({ ...payload, prompt_id: payload['turn_id'] ?? null }, 'gemini');
      const told = tell(name, { ...event, data, agent_type: event.agent_type ?? 'default' });
      const unknown = new Set(['agent_transcript_path', 'turn_id', 'token_usage']);
      for (const [key, value] of Object.entries(payload)) {
        if (unknown.has(key)) expect([key, key in told]).toEqual([key, true]);
        else if (key === 'model' || key === 'tool_use_id') expect(told[key]).toBe(value);
        else if (key !== 'tool_name' || value !== 'multi_agent_v1wait_agent')
          expect([key, told[key]]).toEqual([key, value]);
      }
      expect(Object.keys(told).filter((key) => !(key in payload))).toEqual([]);
    },
  );
});

it('includes the rewrites of earlier hooks, for its own events too', () => {
  const data = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
  const tool = toolSeen('Bash', { command: 'ls -l' });
  expect(tell('PreToolUse', hookEvent('before_tool', { data, tool }))).toEqual({
    ...data,
    tool_input: { command: 'ls -l' },
  });
});

it('converts a call of another client completely', () => {
  const event = hookEvent('before_tool', {
    source: 'gemini',
    tool: { ...toolSeen('Bash', { command: 'ls' }), native_name: 'run_shell_command' },
    permission_mode: { mode: 'auto', native: 'yolo' },
  });
  expect(tell('PreToolUse', event)).toEqual({
    session_id: 's1',
    turn_id: 'evt_1',
    transcript_path: null,
    cwd: '/home/dev/project',
    hook_event_name: 'PreToolUse',
    model: '',
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_use_id: 'evt_1',
  });
});

describe('edits of other clients are patches', () => {
  it.each<[string, ToolSeen, string]>([
    [
      'a new file',
      toolSeen('Write', { file_path: 'notes.txt', content: 'hello\nyou\n' }),
      '*** Begin Patch\n*** Add File: notes.txt\n+hello\n+you\n*** End Patch\n',
    ],
    [
      'a change',
      toolSeen('Edit', { file_path: 'a.ts', old_string: 'a\nb', new_string: 'c' }),
      '*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n-b\n+c\n*** End Patch\n',
    ],
    [
      'several changes',
      toolSeen('Edit', {
        file_path: 'a.ts',
        edits: [
          { old_string: 'a', new_string: '' },
          { old_string: '', new_string: 'b' },
        ],
      }),
      '*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n@@\n+b\n*** End Patch\n',
    ],
  ])('%s', (_what, tool, patch) => {
    const told = tell('PreToolUse', hookEvent('before_tool', { source: 'claude-code', tool }));
    expect([told['tool_name'], told['tool_input']]).toEqual(['apply_patch', { command: patch }]);
  });

  it('a path cannot add lines to it', () => {
    const tool = toolSeen('Write', { file_path: 'a\n*** Delete File: b', content: '' });
    const told = tell('PreToolUse', hookEvent('before_tool', { source: 'claude-code', tool }));
    expect(told['tool_input']).toEqual({
      command: '*** Begin Patch\n*** Add File: a *** Delete File: b\n*** End Patch\n',
    });
  });

  it('does not change a call that lacks the fields of a patch', () => {
    const tool = toolSeen('Edit', { file_path: 'a.ts' });
    const told = tell('PreToolUse', hookEvent('before_tool', { source: 'claude-code', tool }));
    expect([told['tool_name'], told['tool_input']]).toEqual(['Edit', { file_path: 'a.ts' }]);
  });
});

it('a shell result is plain text, and that of a server its object', () => {
  const shell = { ...toolSeen('Bash', {}), response: { stdout: 'a\n', stderr: '' } };
  const content = { content: [{ type: 'text', text: 'a' }] };
  const mcp = { ...toolSeen('t', {}), mcp: { server: 'my-srv', tool: 't' }, response: content };
  const told = [shell, mcp].map((tool) =>
    tell('PostToolUse', hookEvent('after_tool', { source: 'gemini', tool })),
  );
  expect(told.map(({ tool_name, tool_response }) => [tool_name, tool_response])).toEqual([
    ['Bash', 'a\n'],
    ['mcp__my_srv__t', content],
  ]);
});

describe('matched values', () => {
  it.each<[string, string, Partial<HookEvent>, boolean]>([
    [
      'PreToolUse',
      'Bash',
      { tool: { ...toolSeen('Bash', {}), native_name: 'run_shell_command' } },
      true,
    ],
    ['PreToolUse', 'Bash', { tool: toolSeen('PowerShell', {}) }, true],
    ['PreToolUse', 'exec_command', { tool: toolSeen('Bash', {}) }, false],
    ['PreToolUse', 'apply_patch', { tool: toolSeen('Edit', {}) }, true],
    [
      'PreToolUse',
      'Edit|Write',
      { tool: { ...toolSeen('Edit', {}), native_name: 'apply_patch' } },
      true,
    ],
    ['PreToolUse', 'Write', { tool: toolSeen('Edit', {}) }, true],
    ['PreToolUse', 'spawn_agent', { tool: toolSeen('Agent', {}) }, true],
    [
      'PreToolUse',
      'mcp__my_srv__t',
      { tool: { ...toolSeen('t', {}), mcp: { server: 'my-srv', tool: 't' } } },
      true,
    ],
    [
      'PreToolUse',
      'mcp__my_srv',
      { tool: { ...toolSeen('t', {}), mcp: { server: 'my-srv', tool: 't' } } },
      false,
    ],
    ['SessionStart', 'startup', { subject: 'cli' }, true],
    ['SessionStart', 'startup', { subject: 'resume' }, false],
    ['SessionEnd', 'other', { subject: 'prompt_input_exit' }, true],
    ['PreCompact', 'manual', { subject: 'auto' }, false],
    ['SubagentStart', 'default', {}, true],
  ])('%s %s %#', (name, text, parts, expected) => {
    const compiled = compileMatcher(text, 'codex');
    const { type } = codexEvent(name)!;
    const values = codexDialect.matcherValues(
      hookEvent(type, { source: 'gemini', ...parts }),
      handler({ event: name, type }),
    );
    expect(compiled.ok && matches(compiled.matcher, values).matched).toBe(expected);
  });
});

it("sets only a plugin's folder in the environment", () => {
  const plain = handler({ dialect: 'codex' });
  const file = { ...plain.source.file, pluginRoot: '/plugins/p' };
  const environment = (hook: typeof plain): object =>
    codexDialect.environment(hookEvent('stop'), hook, CONTEXT);
  expect(environment(plain)).toEqual({});
  expect(environment({ ...plain, source: { ...plain.source, file } })).toEqual({
    PLUGIN_ROOT: '/plugins/p',
    CLAUDE_PLUGIN_ROOT: '/plugins/p',
  });
});

it('every event has a payload, whatever the client sent', () => {
  for (const { name, type } of CODEX_EVENTS)
    expect(tell(name, hookEvent(type, { source: 'generic' }))).toMatchObject({
      session_id: 's1',
      hook_event_name: name,
    });
});
