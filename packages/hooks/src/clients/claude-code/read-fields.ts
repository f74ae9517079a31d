/** The fields that Claude Code's and Codex's payloads share. Part of the hook path. */
import { type HookEvent, type HookEventType, mcpOf, type ToolSeen } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import {
  boundedText,
  cleanValue,
  idAt,
  numberAt,
  permissionModeOf,
  textAt,
  valueAt,
  toolSeen,
} from '../../payload/fields.ts';

/** The field that matchers of each event test. */
const SUBJECTS: Partial<Record<HookEventType, string>> = {
  session_start: 'source',
  session_end: 'reason',
  setup: 'trigger',
  instructions_loaded: 'load_reason',
  prompt_expansion: 'command_name',
  notification: 'notification_type',
  subagent_start: 'agent_type',
  subagent_stop: 'agent_type',
  stop_failure: 'error',
  config_change: 'source',
  directory_added: 'source',
  file_changed: 'file_path',
  pre_compact: 'trigger',
  post_compact: 'trigger',
  elicitation: 'mcp_server_name',
  elicitation_result: 'mcp_server_name',
};

/** Fills an event from a payload with these field names. Values of another type are dropped. */
export function readFields(event: HookEvent, payload: JsonObject): void {
  event.session_id = idAt(payload, 'session_id') ?? 'unknown';
  event.cwd = textAt(payload, 'cwd');
  event.transcript_path = textAt(payload, 'transcript_path');
  event.permission_mode = permissionModeOf(idAt(payload, 'permission_mode'));
  event.agent_id = idAt(payload, 'agent_id');
  event.agent_type = idAt(payload, 'agent_type');
  event.turn_id = idAt(payload, 'prompt_id', 'turn_id');
  event.tool_use_id = idAt(payload, 'tool_use_id');
  event.model = idAt(payload, 'model');
  event.prompt = textAt(payload, 'prompt');
  event.message = textAt(payload, 'message', 'compact_summary', 'error_details');
  event.stop_hook_active = payload['stop_hook_active'] === true;
  event.last_assistant_message = textAt(payload, 'last_assistant_message');
  const subject = SUBJECTS[event.event_type];
  if (subject !== undefined) event.subject = textAt(payload, subject);
  if (typeof payload['tool_name'] === 'string') event.tool = readTool(event.event_type, payload);
}

function readTool(type: HookEventType, payload: JsonObject): ToolSeen {
  const name = idAt(payload, 'tool_name') ?? 'unknown';
  const server = valueAt(payload, 'mcp_server');
  const response = valueAt(payload, 'tool_response');
  const failed = type === 'tool_failure';
  const error = failed ? textAt(payload, 'error') : null;
  const spelled = mcpOf(name);
  const told =
    spelled !== null && typeof server === 'object' && !Array.isArray(server)
      ? textAt(server as JsonObject, 'name')
      : null;
  return toolSeen({
    native_name: name,
    input: cleanValue(valueAt(payload, 'tool_input') ?? {}),
    mcp: spelled === null ? null : { server: told ?? spelled.server, tool: spelled.tool },
    ...(response === undefined ? {} : { response: cleanValue(response) }),
    error,
    is_error: failed ? true : type === 'after_tool' ? false : null,
    exit_code: failed ? exitCodeIn(error) : null,
    duration_ms: numberAt(payload, 'duration_ms'),
  });
}

/** The error text of a failed command begins with its exit code. */
export function exitCodeIn(error: string | null): number | null {
  const code = /^\s*Exit code (\d{1,9})\b/.exec(boundedText((error ?? '').slice(0, 100)))?.[1];
  return code === undefined ? null : Number(code);
}
