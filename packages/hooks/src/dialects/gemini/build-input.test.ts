import type { JsonObject } from '@hookloom/core';
import { describe, expect, it } from 'vitest';
import type { HookEvent } from '@hookloom/core/hook';
import { CONTEXT, sampleEvent, sampleTool } from '../claude/sample.fixture.ts';
import { geminiDialect } from './index.ts';
import { asEvent, geminiHandler, recordedGemini } from './sample.fixture.ts';

function tell(event: HookEvent, name: string): JsonObject {
  return geminiDialect.buildInput(event, geminiHandler(name), CONTEXT);
}

/** Only Gemini CLI knows the server's command line. */
function withoutCommand(payload: JsonObject): JsonObject {
  const { mcp_context, ...rest } = payload;
  if (mcp_context === undefined) return payload;
  const { server_name, tool_name } = mcp_context as JsonObject;
  return { ...rest, mcp_context: { server_name: server_name!, tool_name: tool_name! } };
}

describe('a Gemini CLI hook under another client receives what Gemini CLI would have sent', () => {
  it.each(recordedGemini())('%s', (_name, payload) => {
    const got = tell(asEvent(payload, 'codex'), payload['hook_event_name'] as string);
    expect(got).toEqual(withoutCommand(payload));
    expect(Object.keys(got)).toEqual(Object.keys(payload));
  });
});

describe('under Gemini CLI itself', () => {
  it.each(recordedGemini())('%s arrives as it was sent', (_name, payload) => {
    expect(tell(asEvent(payload, 'gemini'), payload['hook_event_name'] as string)).toEqual(payload);
  });
});

describe('a tool call of another client', () => {
  it.each([
    ['Bash', 'run_shell_command', { command: 'ls' }, { command: 'ls' }],
    ['Read', 'read_file', { file_path: '/a' }, { file_path: '/a' }],
    ['Write', 'write_file', { file_path: '/a', content: '' }, { file_path: '/a', content: '' }],
    [
      'Edit',
      'replace',
      { file_path: '/a', replace_all: true },
      { file_path: '/a', allow_multiple: true },
    ],
    ['Glob', 'glob', { pattern: '*', path: '/a' }, { pattern: '*', dir_path: '/a' }],
    [
      'Grep',
      'grep_search',
      { pattern: 'x', glob: '*.ts' },
      { pattern: 'x', include_pattern: '*.ts' },
    ],
    ['WebSearch', 'google_web_search', { query: 'x' }, { query: 'x' }],
    [
      'Agent',
      'invoke_agent',
      { subagent_type: 'x', prompt: 'p' },
      { agent_name: 'x', prompt: 'p' },
    ],
    ['TodoWrite', 'TodoWrite', { todos: [] }, { todos: [] }],
  ])('%s is %s', (name, tool_name, input, tool_input) => {
    const event = sampleEvent({ tool: sampleTool({ name, native_name: name, input }) });
    const told = tell(event, 'BeforeTool');
    expect([told['tool_name'], told['tool_input']]).toEqual([tool_name, tool_input]);
    expect(geminiDialect.matcherValues(event, geminiHandler('BeforeTool'))[0]).toBe(tool_name);
  });

  it('of a server is mcp_server_tool, with the two parts in mcp_context', () => {
    const tool = sampleTool({
      name: 'mcp__my-srv__t',
      native_name: 'mcp__my-srv__t',
      mcp: { server: 'my-srv', tool: 't' },
      input: {},
    });
    const { tool_name, mcp_context } = tell(sampleEvent({ tool }), 'BeforeTool');
    expect([tool_name, mcp_context]).toEqual([
      'mcp_my-srv_t',
      { server_name: 'my-srv', tool_name: 't' },
    ]);
  });

  it('with a patch matches replace and write_file', () => {
    const tool = sampleTool({
      name: 'Edit',
      native_name: 'apply_patch',
      input: { command: 'p' },
      files: ['a'],
    });
    const event = sampleEvent({ tool });
    expect(geminiDialect.matcherValues(event, geminiHandler('AfterTool'))).toEqual([
      'replace',
      'apply_patch',
      'Edit',
      'write_file',
    ]);
    expect(tell(event, 'BeforeTool')['tool_input']).toEqual({ command: 'p', file_path: 'a' });
  });

  it('that failed arrives as AfterTool with its error', () => {
    const event = sampleEvent({ event_type: 'tool_failure', tool: sampleTool({ error: 'no' }) });
    expect(tell(event, 'AfterTool')['tool_response']).toEqual({
      llmContent: 'no',
      returnDisplay: 'no',
      error: { message: 'no', type: 'tool_error' },
    });
  });

  it("has its result as Gemini CLI's pair of texts", () => {
    const responses = [
      'text',
      { stdout: 'a', stderr: 'b' },
      { type: 'text', file: { filePath: '/a', content: 'c' } },
      [{ type: 'text', text: 'd' }],
      { other: 1 },
    ];
    const told = responses.map((response) => {
      const result = tell(sampleEvent({ tool: sampleTool({ response }) }), 'AfterTool')[
        'tool_response'
      ];
      return (result as JsonObject)['llmContent'];
    });
    expect(told).toEqual(['text', 'a\nb', 'c', 'd', '{"other":1}']);
  });
});

describe('lifecycle values of other clients', () => {
  it.each([
    ['SessionStart', null, 'source', 'startup', ['startup']],
    ['SessionStart', 'fork', 'source', 'resume', ['resume', 'fork']],
    ['SessionEnd', 'prompt_input_exit', 'reason', 'exit', ['exit', 'prompt_input_exit']],
    ['PreCompress', 'manual', 'trigger', 'manual', ['manual']],
    [
      'Notification',
      'permission_prompt',
      'notification_type',
      'ToolPermission',
      ['ToolPermission', 'permission_prompt'],
    ],
  ])('%s %s', (name, subject, field, word, values) => {
    const event = sampleEvent({ subject, tool: null });
    expect(tell(event, name)[field]).toBe(word);
    expect(geminiDialect.matcherValues(event, geminiHandler(name))).toEqual(values);
  });

  it('agent and model events have no matcher value', () => {
    const values = [
      'BeforeAgent',
      'AfterAgent',
      'BeforeModel',
      'AfterModel',
      'BeforeToolSelection',
    ].flatMap((name) =>
      geminiDialect.matcherValues(sampleEvent({ subject: 'x' }), geminiHandler(name)),
    );
    expect(values).toEqual([]);
  });
});

it('the environment has the names of Gemini CLI', () => {
  const event = sampleEvent({ cwd: '/home/dev/project/sub' });
  expect(geminiDialect.environment(event, geminiHandler('AfterTool'), CONTEXT)).toEqual({
    GEMINI_PROJECT_DIR: '/home/dev/project',
    GEMINI_CWD: '/home/dev/project/sub',
    GEMINI_SESSION_ID: 's1',
    CLAUDE_PROJECT_DIR: '/home/dev/project',
  });
});
