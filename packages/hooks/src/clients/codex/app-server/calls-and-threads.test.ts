import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMessage } from './message.ts';
import { createEventTranslator } from './to-hook-event.ts';
import {
  eventsOf,
  item,
  NOW_MS,
  translateMessage,
  threadId,
  turn,
  turnId,
  typesOf,
} from './told.fixture.ts';

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

  it('of the older protocol is also read', () => {
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

  it('of a server whose name is not valid in a tool name is named as Codex names it', () => {
    const call = { id: 'c', type: 'mcpToolCall', server: 'my-srv', tool: 't', status: 'completed' };
    expect(eventsOf(item('completed', call))[0]!.tool).toMatchObject({
      name: 'mcp__my_srv__t',
      mcp: { server: 'my-srv', tool: 't' },
      input: {},
    });
  });
});

describe('other requests', () => {
  it('become a permission, a form, or an unknown event', () => {
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
  it('inside another one is reported as nested', () => {
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

  it('with approvals off and full access runs with bypassed permissions', () => {
    const translator = createEventTranslator();
    translator.learn({
      thread: { id: threadId },
      approvalPolicy: 'never',
      sandbox: { type: 'dangerFullAccess' },
    });
    expect(translateMessage(translator, turn('completed'))[0]!.permission_mode).toEqual({
      mode: 'bypassPermissions',
      native: 'never',
    });
  });
});

it('returns no event for messages that are not events, and never throws', () => {
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
