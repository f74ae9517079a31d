import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@hookloom/core';
import { eventsOf, item, threadId, turn, turnId, typesOf, userMessage } from './told.fixture.ts';

describe('the documented events of the app-server', () => {
  it('reads a thread start', () => {
    const thread = {
      id: threadId,
      preview: 'Help',
      createdAt: 1705312200,
      modelProvider: 'openai',
    };
    const message = { method: 'thread/started', params: { thread } };
    expect(eventsOf(message)).toEqual([
      {
        id: '',
        event_type: 'session_start',
        also: [],
        session_id: threadId,
        source: 'codex',
        timestamp: '2023-11-14T22:13:20.000Z',
        data: message,
        machine_id: null,
        cwd: null,
        user_id: null,
        project_id: null,
        workflow_id: null,
        metadata: {},
        native_event: 'thread/started',
        raw: JSON.stringify(message),
        transcript_path: null,
        permission_mode: null,
        parent_session_id: null,
        agent_id: null,
        agent_type: null,
        turn_id: null,
        tool_use_id: null,
        model: null,
        tool: null,
        prompt: null,
        subject: 'startup',
        message: null,
        stop_hook_active: false,
        last_assistant_message: null,
      },
    ]);
  });

  it('ends a thread once, in either spelling, until it starts again', () => {
    const end = (method: string): JsonObject => ({ method, params: { threadId } });
    expect(typesOf(end('thread/archive'), end('thread/archived'), end('thread/closed'))).toEqual([
      'session_end',
    ]);
    const start = { method: 'thread/started', params: { thread: { id: threadId } } };
    expect(typesOf(end('thread/closed'), start, end('thread/closed'))).toEqual([
      'session_end',
      'session_start',
      'session_end',
    ]);
  });

  it('reads a command approval request, with its risk', () => {
    const [event] = eventsOf({
      id: 0,
      method: 'item/commandExecution/requestApproval',
      params: {
        threadId,
        itemId: 'item_cmd123',
        turnId,
        command: 'rm -rf /tmp/test',
        parsedCmd: 'rm -rf /tmp/test',
        reason: 'Deleting temporary files',
        risk: 'medium',
      },
    });
    expect(event).toMatchObject({
      event_type: 'before_tool',
      also: ['permission_request'],
      session_id: threadId,
      turn_id: turnId,
      tool_use_id: 'item_cmd123',
      message: 'Deleting temporary files',
      metadata: { risk: 'medium' },
      tool: {
        name: 'Bash',
        input: { command: 'rm -rf /tmp/test', description: 'Deleting temporary files' },
      },
    });
  });

  it('reads the parsed command if there is no other', () => {
    const params = { threadId, itemId: 'i', turnId, parsedCmd: 'ls' };
    const [event] = eventsOf({ id: 0, method: 'item/commandExecution/requestApproval', params });
    expect(event!.tool!.input).toEqual({ command: 'ls' });
  });

  it('reads file changes from the request itself', () => {
    const change = { path: '/path/to/file.py', type: 'modify', content: 'new content' };
    const [event] = eventsOf({
      id: 0,
      method: 'item/fileChange/requestApproval',
      params: { threadId, itemId: 'item_file123', turnId, changes: [change], reason: 'Updating' },
    });
    expect(event!.tool).toEqual({
      name: 'Edit',
      native_name: 'apply_patch',
      mcp: null,
      input: {
        command:
          '*** Begin Patch\n*** Update File: /path/to/file.py\n+new content\n*** End Patch\n',
        file_path: '/path/to/file.py',
      },
      error: null,
      is_error: null,
      exit_code: null,
      duration_ms: null,
      files: ['/path/to/file.py'],
    });
  });

  it('reads a finished tool call with only a status', () => {
    const ended = { id: 'item_cmd123', type: 'commandExecution', status: 'completed' };
    const params = { threadId, item: ended };
    expect(eventsOf({ method: 'item/completed', params })).toMatchObject([
      {
        event_type: 'after_tool',
        tool_use_id: 'item_cmd123',
        tool: { name: 'Bash', input: { command: '' }, is_error: false, exit_code: null },
      },
    ]);
  });
});

describe('a turn', () => {
  it('takes its prompt from the message that follows its start', () => {
    const events = eventsOf(
      turn('started'),
      item('started', userMessage('u1', 'Say', 'hi.')),
      item('completed', userMessage('u1', 'Say', 'hi.')),
    );
    expect(events).toMatchObject([
      {
        event_type: 'before_agent',
        native_event: 'turn/started',
        turn_id: turnId,
        prompt: 'Say\nhi.',
      },
    ]);
  });

  it('takes its prompt from the start if it is there', () => {
    const events = eventsOf(
      turn('started', { items: [userMessage('u1', 'Hi.')] }),
      item('started', userMessage('u1', 'Hi.')),
    );
    expect(events.map(({ prompt }) => prompt)).toEqual(['Hi.']);
  });

  it('starts without a prompt if something else happens first', () => {
    const tool = { id: 'c', type: 'commandExecution', status: 'completed' };
    expect(typesOf(turn('started'), item('completed', tool))).toEqual([
      'before_agent',
      'after_tool',
    ]);
    expect(typesOf(turn('started'), turn('completed'))).toEqual(['before_agent', 'after_agent']);
    const other = { method: 'turn/started', params: { threadId, turn: { id: 'other' } } };
    expect(eventsOf(turn('started'), other, turn('completed')).map((one) => one.turn_id)).toEqual([
      turnId,
      'other',
      turnId,
    ]);
  });

  it('reports text steered into it as another prompt', () => {
    const events = eventsOf(
      turn('started'),
      item('started', userMessage('u1', 'Run.')),
      item('started', userMessage('u2', 'Faster.')),
      item('completed', userMessage('u2', 'Faster.')),
    );
    expect(events).toMatchObject([
      { prompt: 'Run.', metadata: {} },
      { prompt: 'Faster.', metadata: { steered: true }, native_event: 'item/started' },
    ]);
  });

  it('ends with success, failure or interruption, and has the last message of the assistant', () => {
    const said = item('completed', { type: 'agentMessage', id: 'm', text: 'done' });
    const error = { message: 'too much', codexErrorInfo: 'usageLimitExceeded' };
    const ends = ['completed', 'failed', 'interrupted'].flatMap((status) =>
      eventsOf(said, turn('completed', { status, error: status === 'failed' ? error : null })),
    );
    expect(ends).toMatchObject([
      { event_type: 'after_agent', last_assistant_message: 'done', message: null, subject: null },
      { event_type: 'stop_failure', message: 'too much', subject: 'usageLimitExceeded' },
      { event_type: 'interrupt', last_assistant_message: 'done' },
    ]);
  });

  it('reports a compaction once', () => {
    const compacted = { method: 'thread/compacted', params: { threadId, turnId } };
    const asItem = { type: 'contextCompaction', id: 'k' };
    expect(typesOf(item('started', asItem), item('completed', asItem), compacted)).toEqual([
      'post_compact',
    ]);
  });
});
