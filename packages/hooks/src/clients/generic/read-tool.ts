/** Reads tools from the wrapper's payloads and from `hook-event` triggers. Part of the hook path. */
import { type HookEvent, mcpOf, type ToolSeen } from '@hookloom/core/hook';
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

const TOOL_TYPES: ReadonlySet<string> = new Set(
  'before_tool after_tool tool_failure permission_request permission_denied'.split(' '),
);

export function readTool(event: HookEvent, fields: JsonObject): void {
  const { event_type: type, native_event: native } = event;
  if (native === 'file-edit') event.tool = fileEdit(fields);
  else if (native === 'command') event.tool = command(fields);
  else if (TOOL_TYPES.has(type))
    event.tool =
      type === 'permission_request' && textAt(fields, 'tool_name') === null
        ? requested(event, fields)
        : named(event, fields);
  if (type !== 'tool_failure') return;
  event.metadata['is_failure'] = true;
  event.message = event.tool?.error ?? null;
}

function named(event: HookEvent, fields: JsonObject): ToolSeen {
  const native_name = textAt(fields, 'tool_name', 'tool-name') ?? 'unknown';
  const input = parsedValue(valueAt(fields, 'tool_input', 'arguments_json') ?? {});
  const base = toolSeen({ native_name, input, mcp: mcpIn(fields, native_name) });
  if (event.event_type === 'before_tool' || event.event_type.startsWith('permission')) return base;
  // `tool_output` in the wrapper, `tool_response` in the clients' own payloads.
  const output = valueAt(fields, 'tool_response', 'tool_output', 'result_summary');
  const response = output === undefined ? undefined : cleanValue(output);
  const error = errorIn(event, fields, response);
  const failed = event.event_type === 'tool_failure' || error !== null;
  if (failed && event.event_type === 'after_tool') event.also = ['tool_failure'];
  return {
    ...base,
    ...(response === undefined ? {} : { response }),
    error,
    is_error: failed,
    exit_code: codeAt(fields, 'exit_code') ?? codeInText(error),
    duration_ms: numberAt(fields, 'duration_ms'),
  };
}

function errorIn(event: HookEvent, fields: JsonObject, response: JsonValue | undefined) {
  const own = textAt(fields, 'error') ?? textAt(objectAt(fields, 'error'), 'message');
  if (own !== null) return own;
  // Gemini reports a failure inside the response.
  const isGemini = event.metadata['flavour'] === 'gemini';
  if (isGemini && isJsonObject(response) && valueAt(response, 'error') !== undefined)
    return textAt(response, 'error') ?? textAt(objectAt(response, 'error'), 'message') ?? 'error';
  // In the wrapper a failure has the schema of a success.
  if (event.event_type === 'tool_failure' && typeof response === 'string') return response;
  return textAt(fields, 'tool_status') === 'error' ? 'error' : null;
}

function codeInText(error: string | null): number | null {
  const code = /exit code (\d{1,9})\b/i.exec((error ?? '').slice(0, 200))?.[1];
  return code === undefined ? null : Number(code);
}

function mcpIn(fields: JsonObject, name: string): ToolSeen['mcp'] {
  const context = objectAt(fields, 'mcp_context');
  const server =
    textAt(context, 'server_name') ?? textAt(objectAt(fields, 'mcp_server'), 'name') ?? null;
  const known = mcpOf(name);
  if (server === null) return known;
  return { server, tool: textAt(context, 'tool_name') ?? known?.tool ?? name };
}

/** The wrapper's permission request has a resource, an action and a target: this is the tool for that action. */
function requested(event: HookEvent, fields: JsonObject): ToolSeen {
  const target = textAt(fields, 'target') ?? '';
  const resource = textAt(fields, 'resource');
  const action = textAt(fields, 'action');
  for (const key of ['resource', 'action', 'target']) {
    const value = textAt(fields, key);
    if (value !== null) event.metadata[key] = value;
  }
  event.message = textAt(fields, 'reason');
  if (resource === 'command' || action === 'execute')
    return toolSeen({ native_name: 'Bash', input: { command: target } });
  const name = action === 'read' ? 'Read' : action === 'write' ? 'Write' : 'unknown';
  return toolSeen({ native_name: name, input: { file_path: target } });
}

/** The trigger `command`: a shell command that has run. */
function command(fields: JsonObject): ToolSeen {
  const exit_code = codeAt(fields, 'exit_code', 'exit-code');
  const response: JsonObject = {
    stdout: textAt(fields, 'stdout') ?? '',
    stderr: textAt(fields, 'stderr') ?? '',
  };
  return {
    ...toolSeen({ native_name: 'Bash', input: { command: textAt(fields, 'command') ?? '' } }),
    response,
    exit_code,
    is_error: exit_code === null ? null : exit_code !== 0,
    duration_ms: numberAt(fields, 'duration_ms', 'duration-ms'),
  };
}

function fileEdit(fields: JsonObject): ToolSeen {
  const path = textAt(fields, 'path', 'file_path') ?? '';
  return toolSeen({ native_name: 'Edit', input: { file_path: path } });
}
