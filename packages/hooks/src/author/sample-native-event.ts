/** An event of a client under its own name, read by the client's own parser: for tables, explanations and invariants. */
import type { HookEvent } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import type { HookClient, SampleCall } from '../clients/client.ts';

/**
 * @param native The client's name of the event: `PreToolUse`, `BeforeTool`.
 * @param call The tool call of events that are about one; default: a shell command.
 * @example sampleNativeEvent(CLIENTS.gemini, 'BeforeTool').tool?.name === 'Bash'
 */
export function sampleNativeEvent(
  client: HookClient,
  native: string,
  { tool, input, response }: SampleCall = client.sample,
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
