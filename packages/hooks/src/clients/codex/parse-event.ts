/** Turns Codex's hook payloads into hook events. Part of the hook path. */
import type { DeliveryContext, HookEvent, HookEventType } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import {
  idAt,
  newEvent,
  objectAt,
  permissionModeOf,
  textAt,
  valueAt,
} from '../../payload/fields.ts';
import { CODEX_TYPES } from './events.ts';
import { putTool } from './read-tool.ts';

/**
 * Never throws: values of the wrong type are dropped, an unknown event becomes `unknown`. Codex sends no time: the
 * event has the time of its arrival.
 *
 * @example parseCodexEvent({ hook_event_name: 'Stop', session_id: 's', last_assistant_message: 'Done.' }, context)
 * // → { event_type: 'stop', also: ['after_agent'], session_id: 's', last_assistant_message: 'Done.', … }
 */
export function parseCodexEvent(payload: JsonObject, context: DeliveryContext): HookEvent {
  const native = textAt(payload, 'hook_event_name') ?? context.nativeEvent ?? 'Unknown';
  const type = Object.hasOwn(CODEX_TYPES, native) ? CODEX_TYPES[native]! : 'unknown';
  const event = newEvent({ source: 'codex', type, native }, payload, context);
  event.session_id = idAt(payload, 'session_id') ?? 'unknown';
  event.cwd = textAt(payload, 'cwd');
  event.transcript_path = textAt(payload, 'transcript_path');
  event.permission_mode = permissionModeOf(idAt(payload, 'permission_mode'));
  event.agent_id = idAt(payload, 'agent_id');
  event.agent_type = idAt(payload, 'agent_type');
  event.turn_id = idAt(payload, 'turn_id');
  event.tool_use_id = idAt(payload, 'tool_use_id');
  event.model = idAt(payload, 'model');
  putTool(event, payload['tool_name'], payload['tool_input'], payload['tool_response']);
  READERS[type]?.(event, payload);
  return event;
}

type Reader = (event: HookEvent, payload: JsonObject) => void;

const subjectFrom =
  (...keys: string[]): Reader =>
  (event, payload) => {
    event.subject = idAt(payload, ...keys);
  };

const READERS: Partial<Record<HookEventType, Reader>> = {
  session_start: subjectFrom('source'),
  session_end: subjectFrom('reason'),
  pre_compact: subjectFrom('trigger'),
  post_compact: subjectFrom('trigger'),
  subagent_start: subjectFrom('agent_type'),
  before_agent(event, payload) {
    event.prompt = textAt(payload, 'prompt');
    // Only this tells the parent's task for a subagent from a prompt of the user
    // (docs/reference/client-behaviour.md#codex-prompts-and-subagents).
    if (event.agent_id !== null) event.metadata['from_agent'] = true;
  },
  permission_request(event, payload) {
    event.message = textAt(objectAt(payload, 'tool_input'), 'description');
  },
  after_model(event, payload) {
    const status = idAt(payload, 'status');
    if (status !== null) event.metadata['status'] = status;
    event.message = textAt(payload, 'error') ?? textAt(objectAt(payload, 'error'), 'message');
  },
  stop(event, payload) {
    event.also = ['after_agent'];
    stopped(event, payload);
  },
  subagent_stop(event, payload) {
    event.subject = event.agent_type;
    stopped(event, payload);
  },
};

function stopped(event: HookEvent, payload: JsonObject): void {
  event.stop_hook_active = valueAt(payload, 'stop_hook_active') === true;
  event.last_assistant_message = textAt(payload, 'last_assistant_message');
}
