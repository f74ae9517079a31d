import type { JsonObject } from '@hookloom/core';
import { describe, expect, it } from 'vitest';
import { recorded, recordedPayloads } from '../../../test/run-hook.ts';
import { claudeDialect } from './index.ts';
import {
  asForeignEvent,
  CONTEXT,
  sampleEvent,
  sampleHandler,
  sampleTool,
  USER_FILE,
} from './sample.fixture.ts';

function tell(event: ReturnType<typeof sampleEvent>, name: string): JsonObject {
  return claudeDialect.buildInput(event, sampleHandler(name), CONTEXT);
}

const ALL = recordedPayloads().map(({ name, payload }) => [name, payload] as const);

describe('a Claude Code hook under another client receives what Claude Code would have sent', () => {
  it.each(ALL)('%s', (_name, payload) => {
    const { effort, ...told } = payload;
    const name = payload['hook_event_name'] as string;
    const got = tell(asForeignEvent(payload, 'codex'), name);
    expect(got).toEqual(told);
    expect(Object.keys(got)).toEqual(Object.keys(told));
    expect(effort === undefined || typeof effort === 'object').toBe(true);
  });
});

describe('under Claude Code itself', () => {
  it.each(ALL)('%s arrives as it was sent', (_name, payload) => {
    const event = asForeignEvent(payload, 'claude-code');
    expect(tell(event, payload['hook_event_name'] as string)).toEqual(payload);
  });

  it('a call that an earlier hook rewrote arrives rewritten', () => {
    const payload = recorded('PreToolUse.Bash');
    const event = asForeignEvent(payload, 'claude-code');
    const tool = { ...event.tool!, input: { command: 'ls -a' } };
    expect(tell({ ...event, tool }, 'PreToolUse')).toEqual({
      ...payload,
      tool_input: { command: 'ls -a' },
    });
  });
});

describe('a tool call of another client', () => {
  it('has the fields of Claude Code', () => {
    const event = sampleEvent({
      source: 'gemini',
      tool: sampleTool({ native_name: 'run_shell_command' }),
      tool_use_id: null,
      permission_mode: { mode: 'default', native: 'default' },
    });
    expect(tell(event, 'PreToolUse')).toEqual({
      session_id: 's1',
      transcript_path: '',
      cwd: '/home/dev/project',
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_use_id: 'evt_1',
    });
  });

  it('of a server is mcp__server__tool', () => {
    const tool = sampleTool({
      name: 'mcp_my-srv_t',
      native_name: 'mcp_my-srv_t',
      mcp: { server: 'my-srv', tool: 't' },
    });
    const event = sampleEvent({ tool });
    expect(tell(event, 'PreToolUse')['tool_name']).toBe('mcp__my-srv__t');
    expect(claudeDialect.matcherValues(event, sampleHandler('PreToolUse'))).toEqual([
      'mcp__my-srv__t',
      'mcp_my-srv_t',
    ]);
  });

  it('with a patch has the path of its first file and matches Edit, Write and MultiEdit', () => {
    const tool = sampleTool({
      name: 'Edit',
      native_name: 'apply_patch',
      input: { command: '*** Begin Patch' },
      files: ['a.txt', 'b.txt'],
    });
    const event = sampleEvent({ tool });
    expect(tell(event, 'PreToolUse')['tool_input']).toEqual({
      command: '*** Begin Patch',
      file_path: 'a.txt',
    });
    expect(claudeDialect.matcherValues(event, sampleHandler('PreToolUse'))).toEqual([
      'Edit',
      'apply_patch',
      'Write',
      'MultiEdit',
    ]);
  });

  it('has its result in the format of the tool', () => {
    const shell = sampleTool({ response: 'README.md\n' });
    const read = sampleTool({
      name: 'Read',
      input: { file_path: '/a' },
      response: { llmContent: 'text', returnDisplay: '' },
    });
    const results = [shell, read].map(
      (tool) => tell(sampleEvent({ tool }), 'PostToolUse')['tool_response'],
    );
    expect(results).toEqual([
      { stdout: 'README.md\n', stderr: '', interrupted: false, isImage: false },
      { type: 'text', file: { filePath: '/a', content: 'text' } },
    ]);
  });

  it('that failed begins its text with the exit code, as in Claude Code', () => {
    const tool = sampleTool({ error: 'no such file', exit_code: 3 });
    expect(tell(sampleEvent({ tool }), 'PostToolUseFailure')['error']).toBe(
      'Exit code 3\nno such file',
    );
  });
});

describe('lifecycle values of other clients', () => {
  it.each([
    ['SessionStart', 'cli', 'source', 'startup'],
    ['SessionStart', null, 'source', 'startup'],
    ['SessionStart', 'compact', 'source', 'compact'],
    ['SessionEnd', 'user_exit', 'reason', 'prompt_input_exit'],
    ['SessionEnd', 'exit', 'reason', 'prompt_input_exit'],
    ['SessionEnd', null, 'reason', 'other'],
    ['Notification', 'ToolPermission', 'notification_type', 'permission_prompt'],
    ['PreCompact', null, 'trigger', 'auto'],
  ])('%s %s becomes %s %s', (name, subject, field, word) => {
    const event = sampleEvent({ subject, tool: null });
    expect(tell(event, name)[field]).toBe(word);
    const values = claudeDialect.matcherValues(event, sampleHandler(name));
    expect(values).toEqual([...new Set([word, ...(subject === null ? [] : [subject])])]);
  });

  it('events without a subject have no matcher value, all others do', () => {
    const event = sampleEvent({ tool: null });
    const values = ['Stop', 'UserPromptSubmit', 'SubagentStop', 'Elicitation', 'PreToolUse'].map(
      (name) => claudeDialect.matcherValues(event, sampleHandler(name)),
    );
    expect(values).toEqual([[], [], [''], [''], ['']]);
  });

  it('a changed file is matched by its name', () => {
    const event = sampleEvent({ subject: '/home/dev/project/.env', tool: null });
    expect(claudeDialect.matcherValues(event, sampleHandler('FileChanged'))).toEqual([
      '/home/dev/project/.env',
      '.env',
    ]);
  });
});

describe('the exec form', () => {
  it('replaces its placeholders, and no others', () => {
    const environment = { CLAUDE_PROJECT_DIR: '/a b', CLAUDE_PLUGIN_ROOT: '/p', HOME: '/h' };
    const started = (argv: [string, ...string[]]) =>
      claudeDialect.actionFor!(
        sampleHandler('Stop', { action: { kind: 'argv', argv } }),
        environment,
      );
    expect(
      started(['${CLAUDE_PLUGIN_ROOT}/x', '${CLAUDE_PROJECT_DIR}/y', '${HOME}', '$&']),
    ).toEqual({
      kind: 'argv',
      argv: ['/p/x', '/a b/y', '${HOME}', '$&'],
    });
    const shell = { kind: 'shell' as const, command: '${CLAUDE_PROJECT_DIR}/x' };
    expect(claudeDialect.actionFor!(sampleHandler('Stop', { action: shell }), environment)).toEqual(
      shell,
    );
  });
});

describe('the environment', () => {
  it('is correct under any client', () => {
    const plugin = { ...USER_FILE, layer: 'plugin' as const, pluginRoot: '/plugins/p' };
    const source = { file: plugin, line: 1, group: 0, index: 0 };
    const environments = [sampleHandler('Stop'), sampleHandler('Stop', { source })].map((handler) =>
      claudeDialect.environment(sampleEvent(), handler, CONTEXT),
    );
    expect(environments).toEqual([
      { CLAUDE_PROJECT_DIR: '/home/dev/project', CLAUDE_CODE_SESSION_ID: 's1' },
      {
        CLAUDE_PROJECT_DIR: '/home/dev/project',
        CLAUDE_CODE_SESSION_ID: 's1',
        CLAUDE_PLUGIN_ROOT: '/plugins/p',
      },
    ]);
  });
});
