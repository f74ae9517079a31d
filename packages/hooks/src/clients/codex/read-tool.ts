/** Reads the tool of a Codex payload. Part of the hook path. */
import { type HookEvent, mcpOf, normaliseToolName, type ToolSeen } from '@hookloom/core/hook';
import { isJsonObject, type JsonValue } from '@hookloom/core';
import { boundedText, cleanValue } from '../../payload/fields.ts';
import { toolSeen } from '../../payload/tool-input.ts';
import { isPatchCommand, patchFiles } from './patch-files.ts';

/**
 * Adds the call to the event, if a tool is named. Names such as `multi_agent_v1wait_agent` stay as they are. `patch`: the
 * call applies one, by its own name or through the shell.
 */
export function putTool(
  event: HookEvent,
  name: JsonValue | undefined,
  given: JsonValue | undefined,
  response: JsonValue | undefined,
): void {
  if (typeof name !== 'string' || name === '') return;
  const native_name = boundedText(name);
  const input = cleanValue(given ?? null);
  const mcp = mcpOf(native_name);
  const tool = toolSeen({ native_name, name: normaliseToolName(native_name), input, mcp });
  event.tool = tool;
  if (response !== undefined && response !== null) {
    tool.response = cleanValue(response);
    tool.is_error = isError(tool);
  }
  const command = commandOf(input);
  if (native_name !== 'apply_patch' && (tool.name !== 'Bash' || !isPatchCommand(command))) return;
  tool.files = patchFiles(command);
  event.metadata['patch'] = true;
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
