/** Reads the wrapper's lifecycle payloads except tools; Gemini's model events are among them. Part of the hook path. */
import type { HookEvent, HookEventType } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { fileNameOf, idAt, objectAt, textAt, valueAt } from '../../payload/fields.ts';

type Reader = (event: HookEvent, fields: JsonObject) => void;

export function readLifecycle(event: HookEvent, fields: JsonObject): void {
  READERS[event.event_type]?.(event, fields);
}

const readModel: Reader = (event, fields) => {
  event.model ??= idAt(objectAt(fields, 'llm_request'), 'model');
};

const READERS: Partial<Record<HookEventType, Reader>> = {
  session_start(event, fields) {
    const resumed = event.native_event === 'resume' || event.native_event === 'session-resumed';
    event.subject = resumed ? 'resume' : idAt(fields, 'source');
  },
  session_end(event, fields) {
    event.subject = idAt(fields, 'reason');
  },
  before_agent(event, fields) {
    event.prompt = textAt(fields, 'prompt');
  },
  after_agent(event, fields) {
    // A refused one means one more turn, which is what `stop` handlers request.
    if (event.metadata['flavour'] === 'gemini') event.also = ['stop'];
    event.prompt = textAt(fields, 'prompt');
    event.last_assistant_message = textAt(fields, 'prompt_response', 'last_assistant_message');
    event.stop_hook_active = valueAt(fields, 'stop_hook_active') === true;
  },
  stop(event, fields) {
    event.also = ['after_agent'];
    readStop(event, fields);
  },
  subagent_start(event, fields) {
    event.subject = event.agent_type;
    event.prompt = textAt(fields, 'prompt');
  },
  subagent_stop(event, fields) {
    event.subject = event.agent_type;
    readStop(event, fields);
  },
  before_model: readModel,
  after_model: readModel,
  before_tool_selection: readModel,
  pre_compact(event, fields) {
    event.subject = event.native_event === 'precompact' ? null : idAt(fields, 'trigger');
    event.message = textAt(fields, 'custom_instructions', 'summary');
  },
  post_compact(event, fields) {
    event.subject = idAt(fields, 'trigger');
    event.message = textAt(fields, 'compact_summary');
  },
  notification(event, fields) {
    event.subject = idAt(fields, 'notification_type');
    event.message = textAt(fields, 'message');
  },
  file_changed(event, fields) {
    event.subject = fileNameOf(textAt(fields, 'path', 'file_path'));
    event.message = textAt(fields, 'summary');
  },
  unknown(event, fields) {
    event.message = textAt(fields, 'message', 'summary');
    // The trigger `transcript-turn`.
    const content = textAt(fields, 'content');
    if (textAt(fields, 'role') === 'user') event.prompt = content;
    else event.last_assistant_message = content;
  },
};

function readStop(event: HookEvent, fields: JsonObject): void {
  event.stop_hook_active = valueAt(fields, 'stop_hook_active') === true;
  event.last_assistant_message = textAt(fields, 'last_assistant_message');
  const reason = idAt(fields, 'stop_reason');
  if (reason !== null) event.metadata['stop_reason'] = reason;
}
