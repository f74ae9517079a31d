/** A payload of each kind, with its complete result; long, because complete objects are. */
import { expect, it } from 'vitest';
import { observed } from './told.fixture.ts';

it('a subagent’s task is not a prompt of the user', () => {
  expect(observed('codex/fixtures/recorded.jsonl', 'UserPromptSubmit.subagent')).toEqual({
    sessionId: '01a1fc57-57ae-7180-9407-a6fdb50455c5',
    closes: false,
    events: [
      {
        type: 'hook.user_prompt_submitted',
        actorId: 'zaxy-hook',
        payload: {
          trigger: 'user-prompt-submit',
          source: 'codex',
          session_id: '01a1fc57-57ae-7180-9407-a6fdb50455c5',
          turn_id: '01a1fc57-5896-7502-9dc8-b87e1ebcb263',
          agent_id: '01a1fc57-588e-78d2-89ae-b7beab936361',
          agent_type: 'default',
          from_agent: true,
          summary: 'SUBTASK: echo',
        },
        redactedPaths: [],
        channel: 'model',
        key: 'UserPromptSubmit:01a1fc57-5896-7502-9dc8-b87e1ebcb263:6ee27ff3dd833bf52ee29c866661b52c',
        links: [],
        causes: [
          [
            'agent:01a1fc57-588e-78d2-89ae-b7beab936361',
            'prompt:01a1fc57-5896-7502-9dc8-b87e1ebcb263',
          ],
        ],
      },
    ],
  });
});

it('the last message of the assistant is a turn, and the stop a mark', () => {
  expect(observed('codex/fixtures/recorded.jsonl', 'Stop')).toEqual({
    sessionId: '01a1fc57-517f-7931-a911-78706f0e49a2',
    closes: false,
    events: [
      {
        type: 'transcript.turn',
        actorId: 'assistant',
        payload: {
          role: 'assistant',
          content: 'All done.',
          source: 'codex',
          session_id: '01a1fc57-517f-7931-a911-78706f0e49a2',
          turn_id: '01a1fc57-5191-7690-9889-0ed401a7a11e',
        },
        redactedPaths: [],
        channel: 'model',
        key: '01a1fc57-5191-7690-9889-0ed401a7a11e:e3120d618df2f1ba82774f343a963dbb',
        links: [],
        causes: [['prompt:01a1fc57-5191-7690-9889-0ed401a7a11e']],
      },
      {
        type: 'hook.stop',
        actorId: 'zaxy-hook',
        payload: {
          trigger: 'stop',
          source: 'codex',
          session_id: '01a1fc57-517f-7931-a911-78706f0e49a2',
          turn_id: '01a1fc57-5191-7690-9889-0ed401a7a11e',
          workspace: '/home/dev/project',
          transcript_path:
            '/home/dev/.codex/sessions/2026/11/21/rollout-2026-11-21T04-22-23-01a1fc57-517f-7931-a911-78706f0e49a2.jsonl',
          stop_hook_active: false,
        },
        redactedPaths: [],
        channel: 'system',
        key: 'Stop:01a1fc57-5191-7690-9889-0ed401a7a11e:digest',
        links: [],
        causes: [['prompt:01a1fc57-5191-7690-9889-0ed401a7a11e']],
      },
    ],
    reminder: { trigger: 'stop' },
  });
});

it('a failed MCP call is an error without its arguments', () => {
  expect(observed('gemini/fixtures/recorded.jsonl', 'AfterTool.mcp_trivial_fail.error')).toEqual({
    sessionId: '84a75deb-47cb-4701-b5df-709601d16222',
    closes: false,
    events: [
      {
        type: 'tool.call.completed',
        actorId: 'zaxy-observer',
        payload: {
          tool_name: 'mcp_trivial_fail',
          status: 'error',
          argument_keys: [],
          result_summary:
            'MCP tool \'fail\' reported tool error: [{"functionResponse":{"name":"fail","response":{"content":[{"type":"text","text":"deliberate failure"}],"isError":true}}}]',
          mcp: { server: 'trivial', tool: 'fail' },
          source: 'gemini',
          session_id: '84a75deb-47cb-4701-b5df-709601d16222',
        },
        redactedPaths: [],
        channel: 'mcp',
        key: 'AfterTool:digest',
        links: [],
        causes: [],
        tool: 'mcp_trivial_fail',
      },
    ],
  });
});

it('reports a read file without its content', () => {
  expect(observed('gemini/fixtures/recorded.jsonl', 'AfterTool.read_file')).toEqual({
    sessionId: '137ed571-3973-4797-8be1-98a776a3fa0e',
    closes: false,
    events: [
      {
        type: 'tool.call.completed',
        actorId: 'zaxy-observer',
        payload: {
          tool_name: 'read_file',
          status: 'ok',
          argument_keys: ['file_path'],
          target: 'src/app.js',
          tool: 'Read',
          source: 'gemini',
          session_id: '137ed571-3973-4797-8be1-98a776a3fa0e',
        },
        redactedPaths: [],
        channel: 'file',
        key: 'AfterTool:digest',
        links: [],
        causes: [],
        tool: 'read_file',
      },
    ],
  });
});

it('the end of a session closes it', () => {
  expect(observed('gemini/fixtures/recorded.jsonl', 'SessionEnd.exit')).toEqual({
    sessionId: '137ed571-3973-4797-8be1-98a776a3fa0e',
    closes: true,
    events: [
      {
        type: 'session.ended',
        actorId: 'zaxy-hook',
        payload: {
          status: 'completed',
          source: 'gemini',
          session_id: '137ed571-3973-4797-8be1-98a776a3fa0e',
          reason: 'exit',
        },
        redactedPaths: [],
        channel: 'system',
        key: 'SessionEnd:digest',
        links: [],
        causes: [['session']],
      },
    ],
  });
});

it('a compaction reported before every request is only a marker', () => {
  expect(observed('gemini/fixtures/recorded.jsonl', 'PreCompress.auto')).toEqual({
    sessionId: '137ed571-3973-4797-8be1-98a776a3fa0e',
    closes: false,
    events: [
      {
        type: 'hook.pre_compress',
        actorId: 'zaxy-hook',
        payload: {
          trigger: 'pre-compress',
          source: 'gemini',
          session_id: '137ed571-3973-4797-8be1-98a776a3fa0e',
          workspace: '/home/dev/project',
          reason: 'auto',
        },
        redactedPaths: [],
        channel: 'system',
        key: 'PreCompress:digest',
        links: [],
        causes: [],
      },
    ],
  });
});

it('a question about one file is a mark', () => {
  expect(observed('cursor/fixtures/documented.jsonl', 'beforeReadFile')).toEqual({
    sessionId: '5b0d6c1e-8a4f-4f1e-9d8e-2b7f1c3a9e10',
    closes: false,
    events: [
      {
        type: 'hook.before_read_file',
        actorId: 'zaxy-hook',
        payload: {
          trigger: 'before-read-file',
          source: 'cursor',
          session_id: '5b0d6c1e-8a4f-4f1e-9d8e-2b7f1c3a9e10',
          turn_id: 'f2a9c0d4-1b7e-4c55-a0e2-6d3b8e71c4aa',
          workspace: '/home/dev/project',
          tool_name: 'Read',
          argument_keys: ['file_path'],
        },
        redactedPaths: [],
        channel: 'tool',
        key: 'beforeReadFile:digest',
        links: [],
        causes: [['prompt:f2a9c0d4-1b7e-4c55-a0e2-6d3b8e71c4aa']],
        windowMs: 5000,
      },
    ],
  });
});
