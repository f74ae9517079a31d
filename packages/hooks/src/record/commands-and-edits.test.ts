import { expect, it } from 'vitest';
import { observed } from './told.fixture.ts';

it('does not report a shell command of Codex as a success, because its outcome is unknown', () => {
  expect(observed('codex/fixtures/recorded.jsonl', 'PostToolUse')).toEqual({
    sessionId: '01a1fc57-517f-7931-a911-78706f0e49a2',
    closes: false,
    events: [
      {
        type: 'tool.call.completed',
        actorId: 'zaxy-observer',
        payload: {
          tool_name: 'Bash',
          status: 'unknown',
          call_id: 'call_Qx5w8o3IC3ya9DQ3rWqPs4Ax',
          argument_keys: ['command'],
          result_summary: 'README.md src',
          source: 'codex',
          session_id: '01a1fc57-517f-7931-a911-78706f0e49a2',
          turn_id: '01a1fc57-5191-7690-9889-0ed401a7a11e',
          tool_use_id: 'call_Qx5w8o3IC3ya9DQ3rWqPs4Ax',
        },
        redactedPaths: [],
        channel: 'tool',
        key: 'PostToolUse:call_Qx5w8o3IC3ya9DQ3rWqPs4Ax',
        links: [],
        causes: [
          ['tool:call_Qx5w8o3IC3ya9DQ3rWqPs4Ax', 'prompt:01a1fc57-5191-7690-9889-0ed401a7a11e'],
        ],
        tool: 'Bash',
      },
      {
        type: 'command.completed',
        actorId: 'zaxy-observer',
        payload: {
          command: 'ls',
          exit_code: null,
          outcome: 'unknown',
          stdout: 'README.md src',
          cwd: '/home/dev/project',
          source: 'codex',
          session_id: '01a1fc57-517f-7931-a911-78706f0e49a2',
          turn_id: '01a1fc57-5191-7690-9889-0ed401a7a11e',
          tool_use_id: 'call_Qx5w8o3IC3ya9DQ3rWqPs4Ax',
        },
        redactedPaths: [],
        channel: 'tool',
        key: 'PostToolUse:call_Qx5w8o3IC3ya9DQ3rWqPs4Ax:command',
        links: [],
        causes: [
          ['tool:call_Qx5w8o3IC3ya9DQ3rWqPs4Ax', 'prompt:01a1fc57-5191-7690-9889-0ed401a7a11e'],
        ],
        tool: 'Bash',
      },
    ],
  });
});

it('reports a pending patch by the name of its file', () => {
  expect(observed('codex/fixtures/recorded.jsonl', 'PreToolUse.apply_patch')).toEqual({
    sessionId: '01a1fc57-517f-7931-a911-78706f0e49a2',
    closes: false,
    events: [
      {
        type: 'hook.pre_tool_use',
        actorId: 'zaxy-hook',
        payload: {
          trigger: 'pre-tool-use',
          source: 'codex',
          session_id: '01a1fc57-517f-7931-a911-78706f0e49a2',
          turn_id: '01a1fc57-5191-7690-9889-0ed401a7a11e',
          tool_use_id: 'call_M21EEQpkrJXTfDNM4TwLowom',
          workspace: '/home/dev/project',
          tool_name: 'apply_patch',
          tool: 'Edit',
          argument_keys: ['command'],
          path: 'notes.txt',
        },
        redactedPaths: [],
        channel: 'model',
        key: 'PreToolUse:call_M21EEQpkrJXTfDNM4TwLowom',
        links: ['tool:call_M21EEQpkrJXTfDNM4TwLowom'],
        causes: [['prompt:01a1fc57-5191-7690-9889-0ed401a7a11e']],
        tool: 'apply_patch',
      },
    ],
  });
});

it('records a written file as an edit without its content', () => {
  expect(observed('gemini/fixtures/recorded.jsonl', 'AfterTool.write_file')).toEqual({
    sessionId: '137ed571-3973-4797-8be1-98a776a3fa0e',
    closes: false,
    events: [
      {
        type: 'tool.call.completed',
        actorId: 'zaxy-observer',
        payload: {
          tool_name: 'write_file',
          status: 'ok',
          argument_keys: ['content', 'file_path'],
          tool: 'Write',
          source: 'gemini',
          session_id: '137ed571-3973-4797-8be1-98a776a3fa0e',
        },
        redactedPaths: [],
        channel: 'tool',
        key: 'AfterTool:digest',
        links: [],
        causes: [],
        tool: 'write_file',
      },
      {
        type: 'file.edit.applied',
        actorId: 'zaxy-observer',
        payload: {
          path: 'notes.txt',
          operation: 'written',
          source: 'gemini',
          session_id: '137ed571-3973-4797-8be1-98a776a3fa0e',
        },
        redactedPaths: [],
        channel: 'tool',
        key: 'AfterTool:digest:edit:0',
        links: [],
        causes: [],
        tool: 'write_file',
      },
    ],
  });
});

it('a failed command has its exit code', () => {
  expect(observed('cursor/fixtures/documented.jsonl', 'postToolUseFailure')).toEqual({
    sessionId: '5b0d6c1e-8a4f-4f1e-9d8e-2b7f1c3a9e10',
    closes: false,
    events: [
      {
        type: 'tool.call.completed',
        actorId: 'zaxy-observer',
        payload: {
          tool_name: 'Shell',
          status: 'error',
          call_id: 'call_f1',
          argument_keys: ['command'],
          result_summary: 'Command failed with exit code 1',
          duration_ms: 900,
          tool: 'Bash',
          source: 'cursor',
          session_id: '5b0d6c1e-8a4f-4f1e-9d8e-2b7f1c3a9e10',
          turn_id: 'f2a9c0d4-1b7e-4c55-a0e2-6d3b8e71c4aa',
          tool_use_id: 'call_f1',
        },
        redactedPaths: [],
        channel: 'tool',
        key: 'postToolUseFailure:call_f1',
        links: [],
        causes: [['tool:call_f1', 'prompt:f2a9c0d4-1b7e-4c55-a0e2-6d3b8e71c4aa']],
        tool: 'Shell',
      },
      {
        type: 'command.completed',
        actorId: 'zaxy-observer',
        payload: {
          command: 'npm test',
          exit_code: 1,
          outcome: 'failed',
          duration_ms: 900,
          stderr: 'Command failed with exit code 1',
          cwd: '/home/dev/project',
          source: 'cursor',
          session_id: '5b0d6c1e-8a4f-4f1e-9d8e-2b7f1c3a9e10',
          turn_id: 'f2a9c0d4-1b7e-4c55-a0e2-6d3b8e71c4aa',
          tool_use_id: 'call_f1',
        },
        redactedPaths: [],
        channel: 'tool',
        key: 'postToolUseFailure:call_f1:command',
        links: [],
        causes: [['tool:call_f1', 'prompt:f2a9c0d4-1b7e-4c55-a0e2-6d3b8e71c4aa']],
        tool: 'Shell',
      },
    ],
  });
});

it('a successful command is one', () => {
  expect(observed('copilot/fixtures/documented.jsonl', 'postToolUse')).toEqual({
    sessionId: '0c5b1f7e-52cc-4b1a-8a35-7d51d6a4d7f1',
    closes: false,
    events: [
      {
        type: 'tool.call.completed',
        actorId: 'zaxy-observer',
        payload: {
          tool_name: 'bash',
          status: 'ok',
          argument_keys: ['command'],
          result_summary: '212 passed',
          tool: 'Bash',
          source: 'copilot',
          session_id: '0c5b1f7e-52cc-4b1a-8a35-7d51d6a4d7f1',
        },
        redactedPaths: [],
        channel: 'tool',
        // The time of the call identifies the delivery, whatever file delivered it.
        key: expect.stringMatching(/^postToolUse:[0-9a-f]{32}$/),
        links: [],
        causes: [],
        tool: 'bash',
      },
      {
        type: 'command.completed',
        actorId: 'zaxy-observer',
        payload: {
          command: 'npm test',
          exit_code: null,
          outcome: 'unknown',
          stdout: '212 passed',
          cwd: '/home/dev/project',
          source: 'copilot',
          session_id: '0c5b1f7e-52cc-4b1a-8a35-7d51d6a4d7f1',
        },
        redactedPaths: [],
        channel: 'tool',
        key: expect.stringMatching(/^postToolUse:[0-9a-f]{32}:command$/),
        links: [],
        causes: [],
        tool: 'bash',
      },
    ],
  });
});
