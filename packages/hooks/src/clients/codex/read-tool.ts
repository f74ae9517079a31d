/** Reads the tool of a Codex payload. Part of the hook path. */
import type { ToolSeen } from '@hookloom/core/hook/hook-event';
import { normaliseToolName } from '@hookloom/core/hook/tool-names';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core/json';
import { cleanValue, textAt, valueAt } from '../../payload/fields.ts';
import { mcpOf, toolSeen } from '../../payload/tool-input.ts';
import { isPatchCommand, patchFiles } from './patch-files.ts';

export interface CodexTool {
  tool: ToolSeen;
  /** The call applies a patch, by its own name or through the shell. */
  isPatch: boolean;
}

/** Null if the payload names no tool. Names such as `multi_agent_v1wait_agent` stay as they are. */
export function readTool(payload: JsonObject): CodexTool | null {
  const native_name = textAt(payload, 'tool_name');
  if (native_name === null) return null;
  const input = cleanValue(payload['tool_input'] ?? null);
  const mcp = mcpOf(native_name);
  const tool = toolSeen({ native_name, name: normaliseToolName(native_name), input, mcp });
  const response = valueAt(payload, 'tool_response');
  if (response !== undefined) {
    tool.response = cleanValue(response);
    tool.is_error = isError(tool);
  }
  const command = commandOf(input);
  const isPatch =
    native_name === 'apply_patch' || (tool.name === 'Bash' && isPatchCommand(command));
  if (isPatch) tool.files = patchFiles(command);
  return { tool, isPatch };
}

function commandOf(input: JsonValue): string {
  if (typeof input === 'string') return input;
  const command = isJsonObject(input) ? input['command'] : undefined;
  return typeof command === 'string' ? command : '';
}

/**
 * A shell result is plain text that does not show a failure (docs/reference/client-behaviour.md#codex-tool-results). A
 * failed MCP call sends no event, so a result that arrives is a success unless it says otherwise.
 */
function isError({ mcp, response }: ToolSeen): boolean | null {
  if (mcp === null) return null;
  return isJsonObject(response) && response['isError'] === true;
}
