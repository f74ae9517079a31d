import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@hookloom/core';
import { ARRIVED_MS, eventOf, toolOf, contentOf } from '../generic/documented.fixture.ts';
import { definition as cursor } from './definition.ts';

const GENERATION = 'f2a9c0d4-1b7e-4c55-a0e2-6d3b8e71c4aa';
const common = { cwd: '/home/dev/project', turn_id: GENERATION, model: 'composer-2.5' };

const parse = (payload: JsonObject) => cursor.parse(payload, { nowMs: ARRIVED_MS, raw: '' });

describe('Cursor’s payloads', () => {
  it('name the conversation as session and the generation as turn', () => {
    const { session_id, turn_id, timestamp, transcript_path } = eventOf(cursor, 'stop');
    expect({ session_id, turn_id, timestamp, transcript_path }).toEqual({
      session_id: '5b0d6c1e-8a4f-4f1e-9d8e-2b7f1c3a9e10',
      turn_id: GENERATION,
      timestamp: '2026-11-21T08:00:00.000Z',
      transcript_path:
        '/home/dev/.cursor/projects/home-dev-project/agent-transcripts/5b0d6c1e.jsonl',
    });
  });

  it('report a shell command twice, in general and in particular', () => {
    expect(contentOf(eventOf(cursor, 'preToolUse.Shell'))).toEqual({
      ...common,
      event_type: 'before_tool',
      native_event: 'preToolUse',
      tool_use_id: 'call_9Qx\nctc_71b',
      tool: toolOf('Bash', 'Shell', {
        command: 'npm test',
        working_directory: '/home/dev/project',
      }),
    });
    expect(contentOf(eventOf(cursor, 'beforeShellExecution'))).toEqual({
      ...common,
      event_type: 'before_tool',
      native_event: 'beforeShellExecution',
      metadata: { specific: true },
      tool: toolOf('Bash', 'Shell', { command: 'npm test' }),
    });
  });

  it('contain the inputs of MCP tools as JSON texts, which become values or stay texts', () => {
    const mcp = { server: '', tool: 'search_docs' };
    expect(eventOf(cursor, 'preToolUse.MCP').tool).toEqual(
      toolOf('MCP:search_docs', 'MCP:search_docs', { query: 'hooks' }, { mcp }),
    );
    expect(eventOf(cursor, 'beforeMCPExecution').tool).toEqual(
      toolOf('MCP:search_docs', 'search_docs', { query: 'hooks' }, { mcp }),
    );
    expect(eventOf(cursor, 'beforeMCPExecution.unparsable').tool?.input).toBe('{"query":');
  });

  it('have the common keys for file tools', () => {
    const file = '/home/dev/project/src/api.ts';
    expect(eventOf(cursor, 'preToolUse.Write').tool).toEqual(
      toolOf('Write', 'Write', { file_path: file, content: 'export {};\n' }, { files: [file] }),
    );
    expect(eventOf(cursor, 'preToolUse.StrReplace').tool).toEqual(
      toolOf(
        'Edit',
        'StrReplace',
        { file_path: 'src/api.ts', old_string: 'getUser', new_string: 'fetchUser' },
        { files: ['src/api.ts'] },
      ),
    );
  });

  it('include how a call ended', () => {
    expect(eventOf(cursor, 'postToolUse.Shell').tool).toEqual(
      toolOf(
        'Bash',
        'Shell',
        { command: 'npm test' },
        {
          response: { output: '212 passed\n', exitCode: 0 },
          is_error: false,
          exit_code: 0,
          duration_ms: 48_213,
        },
      ),
    );
    expect(contentOf(eventOf(cursor, 'postToolUseFailure'))).toEqual({
      ...common,
      event_type: 'tool_failure',
      native_event: 'postToolUseFailure',
      tool_use_id: 'call_f1',
      subject: 'error',
      message: 'Command failed with exit code 1',
      metadata: { is_failure: true },
      tool: toolOf(
        'Bash',
        'Shell',
        { command: 'npm test' },
        {
          error: 'Command failed with exit code 1',
          is_error: true,
          exit_code: 1,
          duration_ms: 900,
        },
      ),
    });
    expect(eventOf(cursor, 'afterMCPExecution').tool?.response).toEqual({
      content: [{ type: 'text', text: 'three pages' }],
    });
  });

  it('show by the loop count that a hook has asked for this turn', () => {
    expect(eventOf(cursor, 'stop').stop_hook_active).toBe(false);
    expect(eventOf(cursor, 'stop.again').stop_hook_active).toBe(true);
  });

  it('leave the content of files out of the arguments', () => {
    expect(eventOf(cursor, 'beforeReadFile').tool?.input).toEqual({
      file_path: '/home/dev/project/.env.example',
    });
  });

  it('have these types', () => {
    expect(
      Object.fromEntries(
        Object.entries(cursor.capabilities.events).map(([name, { type }]) => [name, type]),
      ),
    ).toEqual({
      workspaceOpen: 'directory_added',
      sessionStart: 'session_start',
      beforeSubmitPrompt: 'before_agent',
      preToolUse: 'before_tool',
      beforeShellExecution: 'before_tool',
      beforeMCPExecution: 'before_tool',
      beforeReadFile: 'before_tool',
      postToolUse: 'after_tool',
      afterShellExecution: 'after_tool',
      afterMCPExecution: 'after_tool',
      postToolUseFailure: 'tool_failure',
      afterFileEdit: 'file_changed',
      afterAgentThought: 'after_model',
      afterAgentResponse: 'after_agent',
      subagentStart: 'subagent_start',
      subagentStop: 'subagent_stop',
      preCompact: 'pre_compact',
      stop: 'stop',
      sessionEnd: 'session_end',
      beforeTabFileRead: 'before_tool',
      afterTabFileEdit: 'file_changed',
    });
  });

  it('of an unknown event are kept and decide nothing', () => {
    const event = parse({ hook_event_name: 'beforeLunch', conversation_id: 'c' });
    expect(contentOf(event)).toEqual({ event_type: 'unknown', native_event: 'beforeLunch' });
    expect(cursor.render({ decision: 'deny', reason: 'no' }, event)).toEqual({
      stdout: '',
      stderr: '',
      exit: 0,
      losses: [
        { field: 'deny', survival: 'lost', note: 'This client does not support this answer here.' },
      ],
    });
  });
});
