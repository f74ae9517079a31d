/**
 * Turns Qwen Code's hook payloads into hook events: Claude Code's fields with Gemini CLI's tools
 * (docs/reference/client-behaviour.md#qwen-code). Part of the hook path.
 */
import {
  normaliseToolName,
  type DeliveryContext,
  type HookEvent,
  type ToolSeen,
} from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { parseClaudeEvent } from '../claude-code/parse-event.ts';
import { idAt, textAt } from '../../payload/fields.ts';
import { shellOutput } from './shell-output.ts';

/**
 * Never throws: an unknown event becomes `unknown`, a field of the wrong type is dropped.
 *
 * @example parseQwenEvent({ hook_event_name: 'PreToolUse', tool_name: 'run_shell_command' }, context).tool.name
 * // → 'Bash'
 */
export function parseQwenEvent(payload: JsonObject, context: DeliveryContext): HookEvent {
  const event = parseClaudeEvent(payload, context);
  event.source = 'qwen';
  // The model's own id of the call. Hooks also get another one.
  event.tool_use_id = idAt(payload, 'tool_call_id') ?? event.tool_use_id;
  if (event.tool !== null) event.tool = commonTool(event.tool, event.event_type);
  // Every batch of results is announced as a prompt without text.
  if (event.event_type === 'before_agent' && event.prompt === null) event.metadata['pseudo'] = true;
  const time = textAt(payload, 'timestamp');
  if (time !== null && !Number.isNaN(Date.parse(time))) event.timestamp = time;
  return event;
}

function commonTool(tool: ToolSeen, type: HookEvent['event_type']): ToolSeen {
  if (tool.mcp !== null) return tool;
  const name = tool.native_name === 'agent' ? 'Agent' : normaliseToolName(tool.native_name);
  const seen = { ...tool, name };
  const framed = type === 'tool_failure' ? tool.error : textOf(tool.response);
  if (name !== 'Bash' || framed === null) return seen;
  const exit_code = exitCodeOf(framed);
  // Hooks that are written for Claude Code look for its first line.
  const error =
    tool.error === null || exit_code === null
      ? tool.error
      : `Exit code ${exit_code}\n${shellOutput(tool.error)}`;
  return { ...seen, exit_code, error };
}

/** The text of a result for the model. */
function textOf(response: JsonValue | undefined): string | null {
  return response !== undefined && isJsonObject(response) ? textAt(response, 'llmContent') : null;
}

/** The last lines of the frame around a command's output: only `Signal` and the process group follow the code. */
function exitCodeOf(framed: string): number | null {
  const tail = framed.slice(-500);
  const code =
    /\nExit Code: (-?\d{1,10})\nSignal: [^\n]*(?:\n(?:Background PIDs|Process Group PGID): [^\n]*)*$/;
  const found = code.exec(tail)?.[1];
  return found === undefined ? null : Number(found);
}
