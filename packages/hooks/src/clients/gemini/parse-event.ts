/** Turns Gemini CLI's hook payloads into hook events. Part of the hook path. */
import type { DeliveryContext, HookEvent, HookEventType, ToolSeen } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import {
  idAt,
  newEvent,
  objectAt,
  textAt,
  timeOf,
  valueAt,
  toolSeen,
} from '../../payload/fields.ts';
import { GEMINI_ALSO, GEMINI_TYPES } from './events.ts';
import { readTool } from './read-tool.ts';

/**
 * Never throws: values of the wrong type are dropped, an unknown event becomes `unknown`. Calls, turns and agents have no
 * ids: parallel calls cannot be distinguished.
 *
 * @example parseGeminiEvent({ hook_event_name: 'BeforeAgent', session_id: 's', prompt: 'hi' }, context)
 * // → { event_type: 'before_agent', session_id: 's', prompt: 'hi', … }
 */
export function parseGeminiEvent(payload: JsonObject, context: DeliveryContext): HookEvent {
  const native = textAt(payload, 'hook_event_name') ?? context.nativeEvent ?? 'Unknown';
  const tool = readTool(payload);
  // Gemini CLI has one event for the end of a call, whether it failed or not.
  const failed = native === 'AfterTool' && tool?.is_error === true;
  const known = Object.hasOwn(GEMINI_TYPES, native) ? GEMINI_TYPES[native]! : 'unknown';
  const type = failed ? 'tool_failure' : known;
  const event = newEvent({ source: 'gemini', type, native }, payload, context);
  event.session_id = idAt(payload, 'session_id') ?? 'unknown';
  event.timestamp = timeOf(payload['timestamp'], context.nowMs);
  event.cwd = textAt(payload, 'cwd');
  event.transcript_path = textAt(payload, 'transcript_path');
  event.model = idAt(objectAt(payload, 'llm_request'), 'model');
  event.tool = tool;
  READERS[type]?.(event, payload);
  return event;
}

type Reader = (event: HookEvent, payload: JsonObject) => void;

const READERS: Partial<Record<HookEventType, Reader>> = {
  session_start(event, payload) {
    event.subject = idAt(payload, 'source');
  },
  session_end(event, payload) {
    event.subject = idAt(payload, 'reason');
  },
  pre_compact(event, payload) {
    event.subject = idAt(payload, 'trigger');
    // Fires before every model request, and nothing shows when something is compressed
    // (docs/reference/client-behaviour.md#gemini-cli-compression).
    if (event.subject === 'auto') event.metadata['per_request'] = true;
  },
  before_agent(event, payload) {
    event.prompt = typedPrompt(payload);
  },
  after_model(event, payload) {
    // One chunk of the model's answer.
    event.last_assistant_message = textAt(objectAt(payload, 'llm_response'), 'text');
  },
  tool_failure(event) {
    const { tool } = event;
    const code = tool?.exit_code ?? null;
    event.message = tool?.error ?? (code === null ? null : `Exit code ${code}`);
    event.metadata['is_failure'] = true;
  },
  notification(event, payload) {
    event.subject = idAt(payload, 'notification_type');
    event.message = textAt(payload, 'message');
    if (event.subject !== 'ToolPermission') return;
    // The user is being asked about a call; hooks can only watch.
    event.also = GEMINI_ALSO['Notification']!.slice();
    event.tool ??= askedFor(objectAt(payload, 'details'));
  },
  after_agent(event, payload) {
    event.also = GEMINI_ALSO['AfterAgent']!.slice();
    event.prompt = typedPrompt(payload);
    event.last_assistant_message = textAt(payload, 'prompt_response');
    event.stop_hook_active = valueAt(payload, 'stop_hook_active') === true;
  },
};

/**
 * The text inside is escaped, so the first closing tag is its end
 * (docs/reference/client-behaviour.md#gemini-cli-context).
 */
const HOOK_CONTEXT = /^(?:<hook_context>[^<]*<\/hook_context>\s*)+/;

/** Hooks' context from the start of the session precedes the first prompt; no person typed it. */
function typedPrompt(payload: JsonObject): string | null {
  return textAt(payload, 'prompt')?.replace(HOOK_CONTEXT, '') ?? null;
}

/** The command that the user is asked to permit. */
function askedFor(details: JsonObject): ToolSeen | null {
  const command = textAt(details, 'command');
  if (command === null || valueAt(details, 'type') !== 'exec') return null;
  return toolSeen({ native_name: 'run_shell_command', name: 'Bash', input: { command } });
}
