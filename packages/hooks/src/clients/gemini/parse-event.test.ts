import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@hookloom/core';
import { eventOf, parsed, RECORDED } from './recorded.fixture.ts';

const SESSION = '137ed571-3973-4797-8be1-98a776a3fa0e';

describe('a payload of Gemini CLI', () => {
  it('becomes an event with all of its fields', () => {
    const payload = RECORDED.find(({ name }) => name === 'BeforeTool.run_shell_command')!.payload;
    expect(eventOf('BeforeTool.run_shell_command')).toEqual({
      id: '',
      event_type: 'before_tool',
      also: [],
      session_id: SESSION,
      source: 'gemini',
      timestamp: '2026-11-21T04:22:39.329Z',
      data: payload,
      machine_id: null,
      cwd: '/home/dev/project',
      user_id: null,
      project_id: null,
      workflow_id: null,
      metadata: {},
      native_event: 'BeforeTool',
      raw: JSON.stringify(payload),
      transcript_path:
        '/home/dev/.gemini/tmp/project/chats/session-2026-11-21T04-22-137ed571.jsonl',
      permission_mode: null,
      parent_session_id: null,
      agent_id: null,
      agent_type: null,
      turn_id: null,
      tool_use_id: null,
      model: null,
      tool: {
        name: 'Bash',
        native_name: 'run_shell_command',
        mcp: null,
        input: { command: 'ls', description: 'run' },
        error: null,
        is_error: null,
        exit_code: null,
        duration_ms: null,
        files: [],
      },
      prompt: null,
      subject: null,
      message: null,
      stop_hook_active: false,
      last_assistant_message: null,
    });
  });

  it.each([
    ['SessionStart.resume', 'session_start', 'resume'],
    ['SessionEnd.clear', 'session_end', 'clear'],
    ['PreCompress.manual', 'pre_compact', 'manual'],
    ['BeforeModel', 'before_model', null],
    ['BeforeToolSelection', 'before_tool_selection', null],
    ['AfterModel', 'after_model', null],
    ['BeforeAgent', 'before_agent', null],
  ])('%s is %s, and its matcher tests %s', (name, event_type, subject) => {
    expect(eventOf(name)).toMatchObject({ event_type, subject, also: [] });
  });

  it.each([
    ['Say hi.', 'Say hi.'],
    ['<hook_context>&lt;b&gt;red&lt;/b&gt;</hook_context>\n\nSay hi.', 'Say hi.'],
    ['<hook_context></hook_context>\n\n<private>Say hi.</private>', '<private>Say hi.</private>'],
    ['What is <hook_context>this</hook_context>?', 'What is <hook_context>this</hook_context>?'],
    ['<hook_context>never closed', '<hook_context>never closed'],
  ])('is a prompt as it was typed, without earlier text of hooks: %s', (prompt, typed) => {
    expect(eventOf('BeforeAgent', { prompt }).prompt).toBe(typed);
  });

  it('is the end of a turn, which may be refused like a stop', () => {
    expect(eventOf('AfterAgent.active')).toMatchObject({
      event_type: 'after_agent',
      also: ['stop'],
      prompt: 'Say hi.',
      last_assistant_message: 'hi there\nsecond',
      stop_hook_active: true,
    });
  });

  it('marks the compression that comes with every request', () => {
    expect(eventOf('PreCompress.auto').metadata).toEqual({ per_request: true });
    expect(eventOf('PreCompress.manual').metadata).toEqual({});
  });

  it('of a failed call is a failure', () => {
    const event = eventOf('AfterTool.mcp_trivial_fail.error');
    expect(event).toMatchObject({
      event_type: 'tool_failure',
      also: [],
      native_event: 'AfterTool',
      metadata: { is_failure: true },
      tool: { name: 'mcp__trivial__fail', is_error: true },
    });
    expect(event.message).toBe(event.tool!.error);
    expect(event.message).toMatch(/^MCP tool 'fail' reported tool error/);
    const odd = { tool_response: { llmContent: '', error: { code: 3 } } };
    expect(eventOf('AfterTool.read_file', odd)).toMatchObject({
      event_type: 'tool_failure',
      message: 'The tool failed.',
    });
  });

  it('takes server and tool of MCP from separate fields, because the name is ambiguous', () => {
    expect(eventOf('AfterTool.mcp_trivial_memory_checkout').tool).toMatchObject({
      name: 'mcp__trivial__memory_checkout',
      native_name: 'mcp_trivial_memory_checkout',
      mcp: { server: 'trivial', tool: 'memory_checkout' },
      is_error: false,
    });
    const untold = { mcp_context: null };
    expect(eventOf('BeforeTool.mcp_trivial_fail', untold).tool).toMatchObject({
      name: 'mcp_trivial_fail',
      mcp: null,
    });
  });

  it.each([
    ['Output: \nExit Code: 3\nProcess Group PGID: 5805', 3, true],
    [
      '<untrusted_context>\nOutput: x\nError: boom\nExit Code: 127\nSignal: 0\nBackground PIDs: 1, 2\nProcess Group PGID: 1\n</untrusted_context>',
      127,
      true,
    ],
    // It printed these words, and did not fail.
    ['Output: Exit Code: 3\nProcess Group PGID: 5805', 0, false],
    ['<untrusted_context>\nOutput: a\nb\nProcess Group PGID: 1\n</untrusted_context>', 0, false],
    ['Output: a\nSignal: SIGKILL\nProcess Group PGID: 1', null, false],
    ['Output: (empty)\nError: it was not found\nProcess Group PGID: 1', null, false],
    ['Output: cut off', null, false],
    ['Exit Code: 3\nand more output\nProcess Group PGID: 5805', null, false],
    ['', null, false],
  ])('finds the exit code of a command in %j', (llmContent, exit_code, is_error) => {
    const tool_response = { llmContent, returnDisplay: '' };
    expect(eventOf('AfterTool.run_shell_command', { tool_response }).tool).toMatchObject({
      exit_code,
      is_error,
    });
    expect(eventOf('AfterTool.read_file', { tool_response }).tool!.exit_code).toBe(null);
  });

  it('has the inputs of file tools under common keys, and names their files', () => {
    const tool = (tool_name: string, tool_input: JsonObject): unknown => {
      const seen = eventOf('BeforeTool', { tool_name, tool_input }).tool!;
      return [seen.name, seen.input, seen.files];
    };
    expect(tool('write_file', { file_path: '/p/a.ts', content: 'x' })).toEqual([
      'Write',
      { file_path: '/p/a.ts', content: 'x' },
      ['/p/a.ts'],
    ]);
    expect(tool('replace', { file_path: 'a.ts', allow_multiple: true })).toEqual([
      'Edit',
      { file_path: 'a.ts', replace_all: true },
      ['a.ts'],
    ]);
    expect(tool('grep_search', { pattern: 'x', dir_path: 's', include_pattern: '*.ts' })).toEqual([
      'Grep',
      { pattern: 'x', path: 's', glob: '*.ts' },
      [],
    ]);
    expect(tool('list_directory', { dir_path: 's' })).toEqual([
      'list_directory',
      { dir_path: 's' },
      [],
    ]);
  });

  it('includes the question to a person', () => {
    expect(eventOf('Notification.ToolPermission')).toMatchObject({
      event_type: 'notification',
      also: ['permission_request'],
      subject: 'ToolPermission',
      message: 'Tool Confirm Shell Command requires execution',
      tool: { name: 'Bash', input: { command: 'touch asked.txt' } },
    });
    expect(eventOf('Notification', { notification_type: 'Other' })).toMatchObject({
      also: [],
      tool: null,
    });
  });

  it('includes model and text of a model’s answer, and invents no call', () => {
    expect(eventOf('AfterModel')).toMatchObject({
      model: 'gemini-2.5-flash',
      last_assistant_message: 'Listing files.',
      tool: null,
    });
  });

  it('has the time of its arrival if its own is invalid', () => {
    for (const timestamp of ['soon', '', 7e20, null])
      expect(eventOf('BeforeAgent', { timestamp }).timestamp).toBe('2026-11-21T08:00:00.000Z');
  });

  it('of an unknown event is kept', () => {
    const payload = { hook_event_name: 'BeforeDream', session_id: 's' };
    expect(parsed(payload)).toMatchObject({ event_type: 'unknown', data: payload });
  });
});
