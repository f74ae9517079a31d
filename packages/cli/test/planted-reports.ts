/** How a client's hooks and its session file report a planted session. */
import type { Client, Json, Step } from './planted-sessions.ts';

type Line = { [key: string]: Json };

/** The payloads that the client's hooks send for a step. */
export function hookPayload(client: Client, step: Step, at: number, cwd: string): Line {
  const common = { session_id: `${client}-session`, cwd };
  if (client === 'gemini') {
    if ('user' in step) return { ...common, hook_event_name: 'BeforeAgent', prompt: step.user };
    if ('assistant' in step)
      return { ...common, hook_event_name: 'AfterAgent', prompt_response: step.assistant };
    const { tool, input, text } = step.call;
    const told = { tool_name: tool, tool_input: input, tool_response: { llmContent: text } };
    return { ...common, hook_event_name: 'AfterTool', ...told };
  }
  const ids = { [client === 'codex' ? 'turn_id' : 'prompt_id']: 'turn-1' };
  if ('user' in step)
    return { ...common, ...ids, hook_event_name: 'UserPromptSubmit', prompt: step.user };
  if ('assistant' in step)
    return { ...common, ...ids, hook_event_name: 'Stop', last_assistant_message: step.assistant };
  const { tool, input, text, response = text, isError } = step.call;
  return {
    ...common,
    ...ids,
    hook_event_name: isError === true ? 'PostToolUseFailure' : 'PostToolUse',
    tool_use_id: `call-${at}`,
    tool_name: tool,
    tool_input: input,
    ...(isError === true ? { error: text } : { tool_response: response }),
  };
}

const timeOf = (at: number): string => new Date(Date.UTC(2026, 10, 21, 9, 0, at)).toISOString();

/** The path of the client's session file below the home folder, and its lines. */
export function sessionFile(client: Client, steps: readonly Step[], cwd: string): [string, Line[]] {
  const sessionId = `${client}-session`;
  if (client === 'claude-code') {
    const slug = cwd.replaceAll(/[^A-Za-z0-9]/g, '-');
    const lines = steps.flatMap((step, at): Line[] => {
      const base = {
        uuid: `line-${at}`,
        promptId: 'turn-1',
        cwd,
        sessionId,
        timestamp: timeOf(at),
      };
      if ('user' in step)
        return [{ ...base, type: 'user', message: { role: 'user', content: step.user } }];
      if ('assistant' in step) {
        const content = [{ type: 'text', text: step.assistant }];
        return [{ ...base, type: 'assistant', message: { role: 'assistant', content } }];
      }
      const { tool: name, input, text, response = text, isError = false } = step.call;
      const [id, message] = [`call-${at}`, { role: 'assistant' }];
      const result = { type: 'tool_result', tool_use_id: id, content: text, is_error: isError };
      return [
        {
          ...base,
          type: 'assistant',
          message: { ...message, content: [{ type: 'tool_use', id, name, input }] },
        },
        {
          ...base,
          uuid: `result-${at}`,
          type: 'user',
          message: { role: 'user', content: [result] },
          toolUseResult: response,
        },
      ];
    });
    return [`.claude/projects/${slug}/${sessionId}.jsonl`, lines];
  }
  if (client === 'codex') {
    const line = (at: number, type: string, payload: Line): Line => ({
      timestamp: timeOf(at),
      ordinal: at,
      type,
      payload,
    });
    const lines = steps.flatMap((step, at): Line[] => {
      if (!('call' in step)) {
        const isUser = 'user' in step;
        const content = [
          {
            type: isUser ? 'input_text' : 'output_text',
            text: isUser ? step.user : step.assistant,
          },
        ];
        return [
          line(at, 'response_item', {
            type: 'message',
            id: `msg-${at}`,
            role: isUser ? 'user' : 'assistant',
            content,
          }),
        ];
      }
      const { tool, input, text } = step.call;
      const [name, given] =
        tool === 'Bash'
          ? ['exec_command', { cmd: input['command']! }]
          : [tool, tool === 'apply_patch' ? { input: input['command']! } : input];
      const call = {
        type: 'function_call',
        call_id: `call-${at}`,
        name,
        arguments: JSON.stringify(given),
      };
      const output = { type: 'function_call_output', call_id: `call-${at}`, output: text };
      return [line(at, 'response_item', call), line(at, 'response_item', output)];
    });
    const meta = line(0, 'session_meta', { session_id: sessionId, id: sessionId, cwd });
    const turn = line(0, 'turn_context', { turn_id: 'turn-1', cwd });
    return ['.codex/sessions/2026/11/21/rollout-planted.jsonl', [meta, turn, ...lines]];
  }
  const listed = `- **Workspace Directories:**\n  - ${cwd}\n`;
  const lines = steps.map((step, at): Line => {
    const base = { id: `message-${at}`, timestamp: timeOf(at) };
    if ('user' in step) return { ...base, type: 'user', content: [{ text: step.user }] };
    if ('assistant' in step) return { ...base, type: 'gemini', content: step.assistant };
    const { tool: name, input: args, text, isError } = step.call;
    const response = { functionResponse: { name, response: { output: text } } };
    const status = isError === true ? 'cancelled' : 'success';
    const call = {
      id: `call-${at}`,
      name,
      args,
      result: [response],
      status,
      timestamp: timeOf(at),
    };
    return { ...base, type: 'gemini', content: '', toolCalls: [call] };
  });
  const head = { sessionId, projectHash: '0'.repeat(64), startTime: timeOf(0), kind: 'main' };
  const context = {
    id: 'context',
    type: 'user',
    timestamp: timeOf(0),
    content: [{ text: `<session_context>\n${listed}</session_context>` }],
  };
  return ['.gemini/tmp/shop/chats/session-planted.jsonl', [head, context, ...lines]];
}
