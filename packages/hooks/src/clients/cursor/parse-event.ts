/** Turns Cursor's hook payloads, as documented, into hook events. Part of the hook path. */
import type { DeliveryContext, HookEvent, HookEventType } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import {
  fileNameOf,
  idAt,
  newEvent,
  numberAt,
  permissionModeOf,
  textAt,
  timeOf,
  valueAt,
} from '../../payload/fields.ts';
import { readTool } from './parse-tool.ts';

/**
 * The type of each native event. `workspaceOpen` and `afterAgentThought` have no exact counterpart and get the nearest
 * one.
 */
export const CURSOR_TYPES: Record<string, HookEventType> = {
  workspaceOpen: 'directory_added',
  sessionStart: 'session_start',
  beforeSubmitPrompt: 'before_agent',
  preToolUse: 'before_tool',
  beforeShellExecution: 'before_tool',
  beforeMCPExecution: 'before_tool',
  beforeReadFile: 'before_tool',
  postToolUse: 'after_tool',
  afterShellExecution: 'after_tool',
  afterMCPExecution: 'after_tool',
  postToolUseFailure: 'tool_failure',
  afterFileEdit: 'file_changed',
  afterAgentThought: 'after_model',
  afterAgentResponse: 'after_agent',
  subagentStart: 'subagent_start',
  subagentStop: 'subagent_stop',
  preCompact: 'pre_compact',
  stop: 'stop',
  sessionEnd: 'session_end',
  beforeTabFileRead: 'before_tool',
  afterTabFileEdit: 'file_changed',
};

/** Repeats a call that preToolUse or postToolUse reports (docs/reference/client-behaviour.md#cursor-payloads). */
const SPECIFIC: ReadonlySet<string> = new Set([
  'beforeShellExecution',
  'beforeMCPExecution',
  'beforeReadFile',
  'afterShellExecution',
  'afterMCPExecution',
]);

/**
 * Never throws: values of the wrong type are dropped, an unknown event becomes `unknown`.
 *
 * @example parseCursorEvent({ hook_event_name: 'stop', conversation_id: 'c', status: 'completed' }, context)
 * // → { event_type: 'stop', session_id: 'c', subject: 'completed', … }
 */
export function parseCursorEvent(payload: JsonObject, context: DeliveryContext): HookEvent {
  const native = textAt(payload, 'hook_event_name') ?? context.nativeEvent ?? 'Unknown';
  const type = Object.hasOwn(CURSOR_TYPES, native) ? CURSOR_TYPES[native]! : 'unknown';
  const event = newEvent({ source: 'cursor', type, native }, payload, context);
  event.session_id = idAt(payload, 'conversation_id', 'session_id') ?? 'unknown';
  event.timestamp = timeOf(payload['timestamp'], context.nowMs);
  event.cwd = textAt(payload, 'cwd') ?? workspaceOf(payload);
  event.transcript_path = textAt(payload, 'transcript_path');
  event.permission_mode = permissionModeOf(textAt(payload, 'permission_mode'));
  event.turn_id = idAt(payload, 'generation_id');
  event.tool_use_id = idAt(payload, 'tool_use_id', 'tool_call_id');
  event.model = idAt(payload, 'model');
  event.tool = readTool(native, payload);
  if (SPECIFIC.has(native)) event.metadata['specific'] = true;
  if (native.includes('Tab')) event.metadata['tab'] = true;
  if (type === 'subagent_start' || type === 'subagent_stop') {
    event.agent_id = idAt(payload, 'subagent_id');
    event.agent_type = idAt(payload, 'subagent_type');
    event.parent_session_id = idAt(payload, 'parent_conversation_id');
  }
  READERS[type]?.(event, payload);
  return event;
}

type Reader = (event: HookEvent, payload: JsonObject) => void;

const READERS: Partial<Record<HookEventType, Reader>> = {
  directory_added(event) {
    event.subject = event.cwd;
  },
  session_start(event, payload) {
    // Cursor reports new conversations only; a resumed one sends nothing.
    event.subject = 'startup';
    const mode = textAt(payload, 'composer_mode');
    if (mode !== null) event.metadata['composer_mode'] = mode;
  },
  before_agent(event, payload) {
    event.prompt = textAt(payload, 'prompt');
  },
  tool_failure(event, payload) {
    event.message = textAt(payload, 'error_message', 'error');
    event.subject = idAt(payload, 'failure_type');
    event.metadata['is_failure'] = true;
    if (valueAt(payload, 'is_interrupt') === true) event.metadata['is_interrupt'] = true;
  },
  file_changed(event, payload) {
    event.subject = fileNameOf(textAt(payload, 'file_path'));
  },
  after_model(event, payload) {
    event.message = textAt(payload, 'text');
  },
  after_agent(event, payload) {
    event.last_assistant_message = textAt(payload, 'text');
  },
  subagent_start(event, payload) {
    event.subject = event.agent_type;
    event.prompt = textAt(payload, 'task', 'prompt');
  },
  subagent_stop(event, payload) {
    event.subject = event.agent_type;
    event.prompt = textAt(payload, 'task');
    event.last_assistant_message = textAt(payload, 'summary', 'result');
    event.message = textAt(payload, 'error_message');
    event.stop_hook_active = (numberAt(payload, 'loop_count') ?? 0) > 0;
  },
  pre_compact(event, payload) {
    event.subject = idAt(payload, 'trigger');
  },
  stop(event, payload) {
    event.subject = idAt(payload, 'status');
    // The number of follow-ups so far: above 0, a hook asked for this turn.
    event.stop_hook_active = (numberAt(payload, 'loop_count') ?? 0) > 0;
  },
  session_end(event, payload) {
    event.subject = idAt(payload, 'reason');
    event.message = textAt(payload, 'error_message');
  },
};

function workspaceOf(payload: JsonObject): string | null {
  const roots = valueAt(payload, 'workspace_roots');
  return Array.isArray(roots) ? textAt({ root: roots[0] ?? null }, 'root') : null;
}
