import { describe, expect, it } from 'vitest';
import { eventNamed } from './events.ts';
import { ARRIVED_MS, eventOf, toolOf, contentOf } from './documented.fixture.ts';
import { definition as generic } from './definition.ts';

const read = (name: string): unknown => {
  const { metadata: _, ...rest } = contentOf(eventOf(generic, name));
  return rest;
};

describe('a payload in the wrapper', () => {
  it('maps every documented name to its documented type', () => {
    const types = (names: string[], source: string | null): string[] =>
      names.map((name) => eventNamed(name, source).type);
    expect(
      types(
        [
          'session-start',
          'session-end',
          'user-prompt-submit',
          'stop',
          'pre-tool-use',
          'post-tool-use',
          'pre-compact',
          'subagent-start',
          'subagent-stop',
          'permission-request',
          'notification',
        ],
        null,
      ),
    ).toEqual([
      'session_start',
      'session_end',
      'before_agent',
      'stop',
      'before_tool',
      'after_tool',
      'pre_compact',
      'subagent_start',
      'subagent_stop',
      'permission_request',
      'notification',
    ]);
    expect(
      types(
        [
          'SessionStart',
          'SessionEnd',
          'BeforeAgent',
          'AfterAgent',
          'BeforeTool',
          'AfterTool',
          'BeforeToolSelection',
          'BeforeModel',
          'AfterModel',
          'PreCompress',
          'Notification',
        ],
        'gemini',
      ),
    ).toEqual([
      'session_start',
      'session_end',
      'before_agent',
      'after_agent',
      'before_tool',
      'after_tool',
      'before_tool_selection',
      'before_model',
      'after_model',
      'pre_compact',
      'notification',
    ]);
    expect(
      types(
        [
          'thread/started',
          'thread/archive',
          'thread/archived',
          'turn/started',
          'turn/completed',
          'item/commandExecution/requestApproval',
          'item/fileChange/requestApproval',
          'item/completed',
        ],
        'codex',
      ),
    ).toEqual([
      'session_start',
      'session_end',
      'session_end',
      'before_agent',
      'after_agent',
      'before_tool',
      'before_tool',
      'after_tool',
    ]);
  });

  it('also accepts Claude Code’s PascalCase names', () => {
    expect(eventNamed('PreToolUse', null)).toEqual({ type: 'before_tool', flavour: 'claude' });
    expect(eventNamed('SessionStart', null)).toEqual({ type: 'session_start', flavour: 'claude' });
    expect(eventNamed('SessionStart', 'gemini')).toEqual({
      type: 'session_start',
      flavour: 'gemini',
    });
  });

  it('has its machine and its source in the metadata', () => {
    expect(contentOf(eventOf(generic, 'session-start'))).toEqual({
      event_type: 'session_start',
      native_event: 'session-start',
      machine_id: 'machine-uuid',
      cwd: '/home/dev/project',
      subject: 'startup',
      metadata: { wrapper: true, flavour: 'claude' },
    });
    const event = eventOf(generic, 'gemini.SessionStart');
    expect(event.metadata).toEqual({ wrapper: true, flavour: 'gemini', source: 'gemini' });
    expect([event.session_id, event.timestamp]).toEqual([
      'gemini-session-123',
      '2025-01-15T10:30:00.000Z',
    ]);
  });

  it('reads tool_output like tool_response', () => {
    expect(read('post-tool-use')).toEqual({
      event_type: 'after_tool',
      native_event: 'post-tool-use',
      tool: toolOf(
        'Bash',
        'Bash',
        { command: 'ls -la' },
        {
          response: 'file1.txt\nfile2.txt',
          is_error: false,
        },
      ),
    });
    expect(read('post-tool-use-failure')).toEqual({
      event_type: 'tool_failure',
      native_event: 'post-tool-use-failure',
      message: 'Exit code 1',
      tool: toolOf(
        'Bash',
        'Bash',
        { command: 'false' },
        {
          response: 'Exit code 1',
          error: 'Exit code 1',
          is_error: true,
          exit_code: 1,
        },
      ),
    });
    expect(eventOf(generic, 'post-tool-use-failure').metadata['is_failure']).toBe(true);
  });

  it('reads resource, action and target of a permission as the tool that would do it', () => {
    expect(contentOf(eventOf(generic, 'permission-request'))).toEqual({
      event_type: 'permission_request',
      native_event: 'permission-request',
      message: 'Need to add local DNS entry',
      tool: toolOf('Write', 'Write', { file_path: '/etc/hosts' }, { files: ['/etc/hosts'] }),
      metadata: {
        wrapper: true,
        flavour: 'claude',
        resource: 'file',
        action: 'write',
        target: '/etc/hosts',
      },
    });
    expect(eventOf(generic, 'permission-request.command').tool).toEqual(
      toolOf('Bash', 'Bash', { command: 'git push' }),
    );
  });

  it('distinguishes the spawned agent from its parent', () => {
    const { agent_id, metadata } = eventOf(generic, 'subagent-start');
    expect([agent_id, metadata['parent_agent_id']]).toEqual([
      'spawned-agent-id',
      'parent-agent-id',
    ]);
  });

  it('normalises Gemini’s documented tool names and keeps them', () => {
    expect(eventOf(generic, 'gemini.BeforeTool').tool).toEqual(
      toolOf('Bash', 'RunShellCommand', { command: 'ls -la' }),
    );
    expect(eventOf(generic, 'gemini.BeforeModel').model).toBe('gemini-pro');
  });

  it('reads Codex’s messages, each separately', () => {
    expect(read('codex.thread-started')).toEqual({
      event_type: 'session_start',
      native_event: 'thread/started',
      subject: 'startup',
      prompt: 'Help me write a function',
    });
    expect(eventOf(generic, 'codex.thread-started').timestamp).toBe('2024-01-15T09:50:00.000Z');
    expect(eventOf(generic, 'codex.thread-archive').session_id).toBe('thr_abc123');
    expect(eventOf(generic, 'codex.command-approval')).toMatchObject({
      turn_id: 'turn_xyz789',
      tool_use_id: 'item_cmd123',
      tool: { name: 'Bash', input: { command: 'rm -rf /tmp/test' } },
      metadata: { risk: 'medium' },
    });
    expect(eventOf(generic, 'codex.file-approval').tool?.files).toEqual(['/path/to/file.py']);
    expect(eventOf(generic, 'codex.turn-failed').event_type).toBe('stop_failure');
    expect(eventOf(generic, 'codex.message-completed').event_type).toBe('message_display');
    expect(eventOf(generic, 'codex.rpc').session_id).toBe('thr_abc123');
  });
});

describe('bare payloads', () => {
  it('take their event from the argument, or from one of their fields', () => {
    const parse = (payload: Record<string, string>, nativeEvent?: string): string => {
      const context = { nowMs: ARRIVED_MS, raw: '', ...(nativeEvent ? { nativeEvent } : {}) };
      return generic.parse(payload, context).event_type;
    };
    expect(parse({ tool_name: 'Bash' }, 'pre-tool-use')).toBe('before_tool');
    expect(parse({ hook_event_name: 'BeforeTool' })).toBe('before_tool');
    expect(parse({ hook_type: 'stop' })).toBe('stop');
    expect(parse({ event: 'after_tool' })).toBe('after_tool');
    expect(parse({ event: 'BEFORE_TOOL' })).toBe('before_tool');
    expect(parse({ event: 'pre_tool_use' })).toBe('before_tool');
    expect(parse({})).toBe('unknown');
  });

  it('use `source` only for how a session started', () => {
    const payload = { hook_event_name: 'SessionStart', source: 'resume', session_id: 's' };
    const event = generic.parse(payload, { nowMs: ARRIVED_MS, raw: '' });
    expect([event.subject, event.metadata]).toEqual(['resume', { flavour: 'claude' }]);
  });

  it('include the triggers of hook-event', () => {
    expect(read('trigger.precompact')).toEqual({
      event_type: 'pre_compact',
      native_event: 'precompact',
      message: 'Half way.',
    });
    expect(read('trigger.command')).toEqual({
      event_type: 'after_tool',
      native_event: 'command',
      cwd: '/home/dev/project',
      tool: toolOf(
        'Bash',
        'Bash',
        { command: 'pytest' },
        {
          response: { stdout: '557 passed', stderr: '' },
          exit_code: 0,
          is_error: false,
        },
      ),
    });
    expect(read('trigger.file-edit')).toEqual({
      event_type: 'file_changed',
      native_event: 'file-edit',
      subject: 'core.py',
      message: 'Updated context assembly',
      tool: toolOf(
        'Edit',
        'Edit',
        { file_path: 'src/zaxy/core.py' },
        { files: ['src/zaxy/core.py'] },
      ),
    });
    expect(eventOf(generic, 'trigger.checkpoint').event_type).toBe('unknown');
  });
});
