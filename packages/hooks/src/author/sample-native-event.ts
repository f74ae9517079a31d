/** An event of a client under its own name, read by the client's own parser: for tables, explanations and laws. */
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { JsonObject, JsonValue } from '@hookloom/core/json';
import type { HookClient } from '../clients/client.ts';

export interface SampleCall {
  tool: string;
  input: JsonObject;
  response: JsonValue;
}

/** A shell command that went well, with the output in the client's own shape. */
const SHELL: Record<string, SampleCall> = {
  'claude-code': {
    tool: 'Bash',
    input: { command: 'ls' },
    response: { stdout: 'README.md', stderr: '', interrupted: false, isImage: false },
  },
  codex: { tool: 'Bash', input: { command: 'ls' }, response: 'README.md' },
  gemini: {
    tool: 'run_shell_command',
    input: { command: 'ls' },
    response: { llmContent: 'Output: README.md', returnDisplay: 'README.md' },
  },
  cursor: { tool: 'Shell', input: { command: 'ls' }, response: 'README.md' },
  copilot: {
    tool: 'bash',
    input: { command: 'ls' },
    response: { resultType: 'success', textResultForLlm: 'README.md' },
  },
  generic: { tool: 'Bash', input: { command: 'ls' }, response: 'README.md' },
};

/**
 * @param native The client's name of the event: `PreToolUse`, `BeforeTool`.
 * @param call The tool call of events that are about one; default: a shell command.
 * @example sampleNativeEvent(CLIENTS.gemini, 'BeforeTool').tool?.name === 'Bash'
 */
export function sampleNativeEvent(
  client: HookClient,
  native: string,
  { tool, input, response }: SampleCall = SHELL[client.name]!,
): HookEvent {
  const payload: JsonObject = {
    hook_event_name: native,
    session_id: 'sample',
    cwd: '/home/dev/project',
    permission_mode: 'default',
    prompt: 'Please fix the tests.',
    tool_name: tool,
    tool_input: input,
    tool_response: response,
    toolName: tool,
    toolArgs: input,
    toolResult: response,
  };
  return client.parse(payload, { nowMs: 0, raw: JSON.stringify(payload), nativeEvent: native });
}
