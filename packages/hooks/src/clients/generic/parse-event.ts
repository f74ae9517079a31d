/**
 * Payloads of clients without a separate folder: wrapper payloads (`hook_type`, `input_data`), bare payloads with an
 * event's name, and triggers of `hook-event`. Part of the hook path.
 */
import type { DeliveryContext, HookEvent } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject } from '@hookloom/core';
import { eventNamed } from './events.ts';
import {
  idAt,
  newEvent,
  objectAt,
  permissionModeOf,
  textAt,
  timeOf,
  valueAt,
} from '../../payload/fields.ts';
import { readCodex } from './read-codex.ts';
import { readLifecycle } from './read-lifecycle.ts';
import { readTool } from './read-tool.ts';

/**
 * Never throws. Names may be those of the wrapper in every spelling, the unified types, and triggers of `hook-event`.
 *
 * @example parseGenericEvent({ hook_type: 'pre-tool-use', input_data: { session_id: 's', tool_name: 'Bash', … } }, context)
 * // → { event_type: 'before_tool', session_id: 's', metadata: { wrapper: true, flavour: 'claude' }, … }
 */
export function parseGenericEvent(payload: JsonObject, context: DeliveryContext): HookEvent {
  const { name, source, fields, wrapped } = unwrap(payload, context);
  const { type, flavour } = eventNamed(name, source);
  const event = newEvent({ source: 'generic', type, native: name }, payload, context);
  event.metadata['flavour'] = flavour;
  if (wrapped) event.metadata['wrapper'] = true;
  if (source !== null) event.metadata['source'] = source;
  const session = idAt(fields, 'session_id', 'sessionId', 'thread_id', 'threadId');
  event.session_id = session ?? idAt(payload, 'session_id', 'sessionId') ?? 'unknown';
  event.timestamp = timeOf(valueAt(fields, 'timestamp') ?? payload['timestamp'], context.nowMs);
  event.machine_id = idAt(fields, 'machine_id') ?? idAt(payload, 'machine_id');
  for (const key of ['user_id', 'project_id', 'workflow_id'] as const)
    event[key] = idAt(fields, key) ?? idAt(payload, key);
  event.cwd = textAt(fields, 'cwd', 'workspace');
  event.transcript_path = textAt(fields, 'transcript_path');
  event.permission_mode = permissionModeOf(textAt(fields, 'permission_mode'));
  event.turn_id = idAt(fields, 'turn_id', 'prompt_id', 'turnId');
  event.tool_use_id = idAt(fields, 'tool_use_id', 'itemId');
  event.model = idAt(fields, 'model');
  event.parent_session_id = idAt(fields, 'parent_session_id');
  // The wrapper has the parent in `agent_id` and the spawned agent in `subagent_id`.
  const subagent = idAt(fields, 'subagent_id');
  const agent = idAt(fields, 'agent_id');
  event.agent_id = subagent ?? agent;
  if (subagent !== null && agent !== null) event.metadata['parent_agent_id'] = agent;
  event.agent_type = idAt(fields, 'agent_type');
  if (flavour === 'codex') readCodex(event, fields);
  else {
    readTool(event, fields);
    readLifecycle(event, fields);
  }
  return event;
}

function unwrap(payload: JsonObject, context: DeliveryContext) {
  const source = idAt(payload, 'source');
  const input = valueAt(payload, 'input_data');
  const type = idAt(payload, 'hook_type');
  if (type !== null && isJsonObject(input)) {
    const fields = rpcFields(input) ?? input;
    return { name: type, source, fields, wrapped: true };
  }
  const method = idAt(payload, 'method');
  const rpc = rpcFields(payload);
  if (method !== null && rpc !== null)
    return { name: method, source: 'codex', fields: rpc, wrapped: false };
  const name =
    context.nativeEvent ??
    type ??
    idAt(payload, 'hook_event_name', 'hookEventName', 'event_name', 'event', 'trigger') ??
    'Unknown';
  // `source` of a bare payload is a field of the event: how a session started.
  return { name, source: null, fields: payload, wrapped: false };
}

/** The parameters of a JSON-RPC message. */
function rpcFields(message: JsonObject): JsonObject | null {
  const isMessage = textAt(message, 'method') !== null && isJsonObject(valueAt(message, 'params'));
  return isMessage ? objectAt(message, 'params') : null;
}
