/** GitHub Copilot CLI's hook payloads as hook events, as recorded with version 1.0.102. Part of the hook path. */
import type { DeliveryContext, HookEvent, HookEventType } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import {
  idAt,
  newEvent,
  objectAt,
  permissionModeOf,
  textAt,
  timeOf,
  valueAt,
} from '../../payload/fields.ts';
import { camelName, COPILOT_TYPES } from './events.ts';
import { guessedName } from './guess-name.ts';
import { readTool, resultOf } from './read-tool.ts';
import { shellOutput } from './shell-output.ts';

/**
 * Never throws. The event's name is what the command was installed for, then what the payload says, then a guess.
 *
 * @example parseCopilotEvent({ sessionId: 's', toolName: 'bash', toolArgs: '{"command":"ls"}' }, { …, nativeEvent: 'preToolUse' })
 * // → { event_type: 'before_tool', tool: { name: 'Bash', input: { command: 'ls' }, … }, … }
 */
export function parseCopilotEvent(payload: JsonObject, context: DeliveryContext): HookEvent {
  const native =
    context.nativeEvent ??
    textAt(payload, 'hook_event_name', 'hookEventName', 'hookName') ??
    guessedName(payload);
  const name = camelName(native);
  const type = Object.hasOwn(COPILOT_TYPES, name) ? COPILOT_TYPES[name]! : 'unknown';
  const event = newEvent({ source: 'copilot', type, native }, payload, context);
  event.agent_id = idAt(payload, 'agentId', 'agent_id');
  event.session_id = sessionOf(payload, event.agent_id);
  event.timestamp = timeOf(payload['timestamp'], context.nowMs);
  event.cwd = textAt(payload, 'cwd', 'workingDirectory', 'working_directory');
  event.transcript_path = textAt(payload, 'transcriptPath', 'transcript_path');
  event.permission_mode = permissionModeOf(textAt(payload, 'permissionMode', 'permission_mode'));
  event.turn_id = idAt(payload, 'turnId', 'turn_id');
  event.tool_use_id = idAt(payload, 'toolCallId', 'toolUseId', 'tool_call_id', 'tool_use_id');
  event.model = idAt(payload, 'model');
  event.agent_type = idAt(payload, 'agentType', 'agent_type', 'agentName', 'agent_name');
  event.stop_hook_active = valueAt(payload, 'stop_hook_active', 'stopHookActive') === true;
  READERS[type]?.(event, payload);
  if (name === 'preMcpToolCall') event.metadata['specific'] = true;
  return event;
}

/** Inside a subagent some events have the subagent's id as that of the session: it belongs to the parent's session. */
function sessionOf(payload: JsonObject, agentId: string | null): string {
  const session = idAt(payload, 'sessionId', 'session_id');
  const parent = idAt(payload, 'parentAgentId', 'parent_agent_id');
  return (session === agentId ? (parent ?? session) : session) ?? 'unknown';
}

type Reader = (event: HookEvent, payload: JsonObject) => void;

const READERS: Partial<Record<HookEventType, Reader>> = {
  session_start(event, payload) {
    const source = idAt(payload, 'source');
    event.subject = source === 'new' ? 'startup' : source;
    event.prompt = textAt(payload, 'initialPrompt', 'initial_prompt');
  },
  before_agent(event, payload) {
    event.prompt = textAt(payload, 'prompt');
    // A subagent's task is the words of the model that started it.
    if (event.agent_id !== null) event.metadata['from_agent'] = true;
  },
  before_model(event, payload) {
    event.prompt = textAt(payload, 'prompt');
  },
  before_tool(event, payload) {
    event.tool = readTool(payload);
  },
  permission_request(event, payload) {
    event.tool = readTool(payload);
  },
  after_tool(event, payload) {
    event.tool = readTool(
      payload,
      resultOf(valueAt(payload, 'toolResult', 'tool_result', 'tool_response')),
    );
    const { exit_code: code, response } = event.tool;
    if (code === null || code === 0) return;
    // For Copilot, a command that ended with any status is a success.
    event.event_type = 'tool_failure';
    const output = typeof response === 'string' ? shellOutput(response) : '';
    event.message = `Exit code ${code}\n${output}`.trimEnd();
    event.metadata['is_failure'] = true;
  },
  tool_failure(event, payload) {
    const error = textAt(payload, 'error') ?? textAt(objectAt(payload, 'error'), 'message') ?? null;
    event.tool = readTool(payload, { error, is_error: true });
    event.message = error;
    event.metadata['is_failure'] = true;
  },
  subagent_start(event, payload) {
    event.subject = idAt(payload, 'agentName', 'agent_name') ?? event.agent_type;
    event.message = textAt(payload, 'agentDescription', 'agent_description');
  },
  subagent_stop(event, payload) {
    event.subject = idAt(payload, 'agentName', 'agent_name') ?? event.agent_type;
    event.last_assistant_message = textAt(payload, 'response', 'last_assistant_message');
    putStopReason(event, payload);
  },
  notification(event, payload) {
    event.subject = idAt(payload, 'notification_type', 'notificationType');
    event.message = textAt(payload, 'message');
  },
  stop_failure(event, payload) {
    event.subject = idAt(payload, 'errorContext', 'error_context');
    event.message = textAt(objectAt(payload, 'error'), 'message') ?? textAt(payload, 'error');
    const recoverable = valueAt(payload, 'recoverable');
    if (typeof recoverable === 'boolean') event.metadata['recoverable'] = recoverable;
  },
  pre_compact(event, payload) {
    event.subject = idAt(payload, 'trigger');
    event.message = textAt(payload, 'customInstructions', 'custom_instructions');
  },
  stop(event, payload) {
    // It is also sent for every subagent, right before its subagentStop: only the latter counts.
    if (event.agent_id !== null) event.event_type = 'unknown';
    // No event reports the end of a turn that no hook refuses.
    else event.also = ['after_agent'];
    event.last_assistant_message = textAt(payload, 'last_assistant_message', 'response');
    putStopReason(event, payload);
  },
  session_end(event, payload) {
    event.subject = idAt(payload, 'reason');
  },
};

function putStopReason(event: HookEvent, payload: JsonObject): void {
  const reason = idAt(payload, 'stopReason', 'stop_reason');
  if (reason !== null) event.metadata['stop_reason'] = reason;
}
