/** The tool of a Cursor payload: every event spells its call in its own fields. Part of the hook path. */
import { mcpOf, type ToolSeen } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import {
  cleanValue,
  codeAt,
  numberAt,
  objectAt,
  parsedValue,
  textAt,
  valueAt,
  toolSeen,
} from '../../payload/fields.ts';

export function readTool(native: string, payload: JsonObject): ToolSeen | null {
  switch (native) {
    case 'preToolUse':
      return named(payload, {});
    case 'postToolUse':
      return named(payload, ended(payload));
    case 'postToolUseFailure':
      return named(payload, failed(payload));
    case 'beforeShellExecution':
      return shell(payload);
    case 'afterShellExecution':
      return {
        ...shell(payload),
        response: textAt(payload, 'output') ?? '',
        exit_code: codeAt(payload, 'exit_code', 'exitCode'),
        duration_ms: numberAt(payload, 'duration'),
      };
    case 'beforeMCPExecution':
      return mcp(payload);
    case 'afterMCPExecution':
      return {
        ...mcp(payload),
        response: parsedValue(payload['result_json']),
        duration_ms: numberAt(payload, 'duration'),
      };
    case 'beforeReadFile':
    case 'beforeTabFileRead':
      // The content stays in `data`: it is not an argument of the call.
      return toolSeen({ native_name: 'Read', input: onlyOf(payload, 'file_path') });
    case 'afterFileEdit':
    case 'afterTabFileEdit':
      return toolSeen({ native_name: 'Edit', input: onlyOf(payload, 'file_path', 'edits') });
    default:
      return null;
  }
}

const MCP_PREFIX = 'MCP:';

type Outcome = Partial<
  Pick<ToolSeen, 'response' | 'error' | 'is_error' | 'exit_code' | 'duration_ms'>
>;

/** `tool_name` is `Shell`, `Read`, `MCP:search`, …; Cursor does not send the server of an MCP tool. */
function named(payload: JsonObject, outcome: Outcome): ToolSeen {
  const native_name = textAt(payload, 'tool_name') ?? 'unknown';
  const mcp = native_name.startsWith(MCP_PREFIX)
    ? { server: '', tool: native_name.slice(MCP_PREFIX.length) }
    : mcpOf(native_name);
  return toolSeen({ native_name, input: parsedValue(payload['tool_input']), mcp, ...outcome });
}

/** The general events call the same tool `MCP:<name>`: one name for both. */
function mcp(payload: JsonObject): ToolSeen {
  const native_name = textAt(payload, 'tool_name') ?? 'unknown';
  const tool = native_name.startsWith(MCP_PREFIX)
    ? native_name.slice(MCP_PREFIX.length)
    : native_name;
  return toolSeen({
    native_name,
    name: MCP_PREFIX + tool,
    input: parsedValue(payload['tool_input']),
    mcp: { server: '', tool },
  });
}

function shell(payload: JsonObject): ToolSeen {
  return toolSeen({ native_name: 'Shell', input: onlyOf(payload, 'command') });
}

/** `tool_output` is a JSON text; that of the shell contains `output` and `exitCode`. */
function ended(payload: JsonObject): Outcome {
  const response = parsedValue(payload['tool_output']);
  const exit_code = isJsonObject(response) ? codeAt(response, 'exitCode', 'exit_code') : null;
  const isError = isJsonObject(response) && valueAt(response, 'isError') === true;
  return {
    response,
    exit_code,
    is_error: isError || (exit_code !== null && exit_code !== 0),
    duration_ms: numberAt(payload, 'duration'),
  };
}

function failed(payload: JsonObject): Outcome {
  const error = textAt(payload, 'error_message', 'error');
  const code = /exit code (\d{1,9})\b/i.exec((error ?? '').slice(0, 200))?.[1];
  return {
    error,
    is_error: true,
    exit_code: code === undefined ? null : Number(code),
    duration_ms: numberAt(payload, 'duration'),
  };
}

function onlyOf(payload: JsonObject, ...keys: string[]): JsonValue {
  return Object.fromEntries(
    keys
      .filter((key) => valueAt(payload, key) !== undefined)
      .map((key) => [key, cleanValue(payload[key]!)]),
  );
}

/** The call's input as Cursor announced it, before its keys were made common. */
export function announcedInput(data: JsonObject): JsonValue {
  return parsedValue(data['tool_input'] ?? objectAt(data, 'tool_input'));
}
