import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { JsonObject } from '@hookloom/core/json';
import { readMessage } from './message.ts';
import { createEventTranslator, type EventTranslator } from './to-hook-event.ts';

const NOW_MS = 1_700_000_000_000;

function tell(translator: EventTranslator, message: JsonObject): HookEvent[] {
  const received = readMessage(JSON.stringify(message));
  if (received.kind !== 'incoming') throw new Error(`not an incoming message: ${received.kind}`);
  return translator.translate(received.incoming, NOW_MS);
}

const eventsOf = (...messages: JsonObject[]): HookEvent[] => {
  const translator = createEventTranslator();
  return messages.flatMap((message) => tell(translator, message));
};
const typesOf = (...messages: JsonObject[]): string[] =>
  eventsOf(...messages).map((event) => event.event_type);

const threadId = 'thr_abc123';
const turnId = 'turn_xyz789';
const turn = (method: string, more: JsonObject = {}): JsonObject => ({
  method: `turn/${method}`,
  params: { threadId, turn: { id: turnId, status: 'in_progress', ...more } },
});
const item = (method: string, more: JsonObject): JsonObject => ({
  method: `item/${method}`,
  params: { threadId, turnId, item: more },
});
const userMessage = (id: string, ...texts: string[]): JsonObject => ({
  type: 'userMessage',
  id,
  content: texts.map((text) => ({ type: 'text', text })),
});

describe('the documented events of the app-server', () => {
  it('reads a thread that starts', () => {
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

  it('reads a command that wants to be approved, with its risk', () => {
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

  it('reads the parsed command where there is no other', () => {
    const params = { threadId, itemId: 'i', turnId, parsedCmd: 'ls' };
    const [event] = eventsOf({ id: 0, method: 'item/commandExecution/requestApproval', params });
    expect(event!.tool!.input).toEqual({ command: 'ls' });
  });

  it('reads file changes that the request itself brings', () => {
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

  it('reads a tool that ended, with nothing but a status', () => {
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
  it('has the prompt of the message that follows its start', () => {
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

  it('has the prompt at once when the start brings it', () => {
    const events = eventsOf(
      turn('started', { items: [userMessage('u1', 'Hi.')] }),
      item('started', userMessage('u1', 'Hi.')),
    );
    expect(events.map(({ prompt }) => prompt)).toEqual(['Hi.']);
  });

  it('starts without a prompt when something else happens first', () => {
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

  it('reports text that was steered into it as a further prompt', () => {
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

  it('ends well, with a failure, or interrupted, and has the last message of the assistant', () => {
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

describe('a tool call', () => {
  it.each(['failed', 'declined'])('that %s is a failure with its text', (status) => {
    const [event] = eventsOf(
      item('completed', {
        id: 'c',
        type: 'commandExecution',
        command: "/bin/bash -lc 'make'",
        status,
        aggregatedOutput: 'no rule',
        exitCode: 2,
        durationMs: 7,
      }),
    );
    expect(event).toMatchObject({
      event_type: 'tool_failure',
      metadata: { is_failure: true },
      tool: {
        name: 'Bash',
        native_name: 'Bash',
        mcp: null,
        input: { command: 'make' },
        response: 'no rule',
        error: 'no rule',
        is_error: true,
        exit_code: 2,
        duration_ms: 7,
        files: [],
      },
    });
  });

  it('gets the fields that its item reported before', () => {
    const events = eventsOf(
      item('started', { id: 'c', type: 'commandExecution', command: 'ls', cwd: '/home/dev/x' }),
      {
        id: 1,
        method: 'item/commandExecution/requestApproval',
        params: { threadId, turnId, itemId: 'c' },
      },
    );
    expect(events).toMatchObject([{ cwd: '/home/dev/x', tool: { input: { command: 'ls' } } }]);
  });

  it('of the older protocol is read as well', () => {
    const command = {
      conversationId: threadId,
      callId: 'c',
      command: ['bash', '-lc', 'ls'],
      cwd: '/x',
    };
    const patch = {
      conversationId: threadId,
      callId: 'p',
      fileChanges: { '/x/a': { type: 'update', unified_diff: '@@\n-a\n+b\n', move_path: '/x/b' } },
    };
    expect(
      eventsOf(
        { id: 1, method: 'execCommandApproval', params: command },
        { id: 2, method: 'applyPatchApproval', params: patch },
      ),
    ).toMatchObject([
      { session_id: threadId, tool_use_id: 'c', cwd: '/x', tool: { input: { command: 'ls' } } },
      { tool_use_id: 'p', tool: { name: 'Edit', files: ['/x/a', '/x/b'] } },
    ]);
  });

  it('of a server whose name no tool name can hold is named as Codex names it', () => {
    const call = { id: 'c', type: 'mcpToolCall', server: 'my-srv', tool: 't', status: 'completed' };
    expect(eventsOf(item('completed', call))[0]!.tool).toMatchObject({
      name: 'mcp__my_srv__t',
      mcp: { server: 'my-srv', tool: 't' },
      input: {},
    });
  });
});

describe('other requests', () => {
  it('are a permission, a form, or nothing that is known', () => {
    const params = { threadId, turnId, itemId: 'i' };
    const permissions = { network: { enabled: true } };
    expect(
      eventsOf(
        {
          id: 1,
          method: 'item/permissions/requestApproval',
          params: { ...params, permissions, cwd: '/p' },
        },
        {
          id: 2,
          method: 'mcpServer/elicitation/request',
          params: { ...params, serverName: 's', message: 'Which?' },
        },
        { id: 3, method: 'item/tool/requestUserInput', params },
        { id: 4, method: 'whatever/comes', params: {} },
      ),
    ).toMatchObject([
      {
        event_type: 'permission_request',
        cwd: '/p',
        tool: { name: 'request_permissions', input: permissions },
      },
      { event_type: 'elicitation', subject: 's', message: 'Which?' },
      { event_type: 'unknown', native_event: 'item/tool/requestUserInput', tool_use_id: 'i' },
      { event_type: 'unknown', session_id: 'unknown' },
    ]);
  });
});

describe('a thread', () => {
  it('inside another one says so', () => {
    const thread = {
      id: 'child',
      parentThreadId: threadId,
      agentRole: null,
      cwd: '/p',
      model: 'm',
    };
    const end = { method: 'thread/closed', params: { threadId: 'child' } };
    expect(eventsOf({ method: 'thread/started', params: { thread } }, end)).toMatchObject([
      {
        session_id: 'child',
        parent_session_id: threadId,
        agent_id: 'child',
        agent_type: 'default',
      },
      { event_type: 'session_end', cwd: '/p', model: 'm', agent_id: 'child', subject: 'other' },
    ]);
  });

  it('that nothing is asked in and everything is open to runs with bypassed permissions', () => {
    const translator = createEventTranslator();
    translator.learn({
      thread: { id: threadId },
      approvalPolicy: 'never',
      sandbox: { type: 'dangerFullAccess' },
    });
    expect(tell(translator, turn('completed'))[0]!.permission_mode).toEqual({
      mode: 'bypassPermissions',
      native: 'never',
    });
  });
});

it('has no event for the many messages that are none, and never throws for any', () => {
  const known = fc.constantFrom(
    'thread/started',
    'thread/archived',
    'turn/started',
    'turn/completed',
    'item/started',
    'item/completed',
    'thread/compacted',
    'warning',
    'item/commandExecution/requestApproval',
    'item/fileChange/requestApproval',
    'mcpServer/elicitation/request',
    'item/permissions/requestApproval',
    'execCommandApproval',
    'applyPatchApproval',
  );
  const key = fc.constantFrom(
    'threadId',
    'turnId',
    'itemId',
    'item',
    'turn',
    'thread',
    'id',
    'type',
    'status',
    'changes',
    'command',
    'content',
    'items',
    'error',
    '_meta',
    'tool_params',
    'codex_approval_kind',
    'path',
    'kind',
    'cwd',
    'text',
    '__proto__',
  );
  const word = fc.constantFrom(
    'commandExecution',
    'fileChange',
    'mcpToolCall',
    'webSearch',
    'agentMessage',
    'userMessage',
    'completed',
    'failed',
    'mcp_tool_call',
    't1',
    't2',
    '\ud83d',
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      word,
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie('value'), { maxLength: 3 }),
      fc
        .array(fc.tuple(key, tie('value')), { maxLength: 6 })
        .map((pairs) => Object.fromEntries(pairs)),
    ),
  }));
  const message = fc.record(
    {
      method: fc.oneof(known, fc.string()),
      id: fc.oneof(fc.integer(), fc.string(), value),
      params: value,
    },
    { requiredKeys: ['method'] },
  );
  fc.assert(
    fc.property(fc.array(message, { maxLength: 8 }), (messages) => {
      const translator = createEventTranslator();
      for (const one of messages) {
        const received = readMessage(JSON.stringify(one));
        if (received.kind !== 'incoming') continue;
        const events = translator.translate(received.incoming, NOW_MS);
        if (received.incoming.id !== null) expect(events.length).toBeGreaterThan(0);
        for (const event of events) {
          expect(event.source).toBe('codex');
          expect(Number.isFinite(Date.parse(event.timestamp))).toBe(true);
        }
      }
    }),
    { numRuns: 3_000 },
  );
  expect(typesOf({ method: 'item/agentMessage/delta', params: { threadId } })).toEqual([]);
});
