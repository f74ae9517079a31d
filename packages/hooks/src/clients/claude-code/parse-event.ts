/** Turns Claude Code's hook payloads into hook events. Part of the hook path. */
import type { DeliveryContext, HookEvent, HookEventType } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { newEvent, textAt } from '../../payload/fields.ts';
import { readFields } from './read-fields.ts';

/** Event names that are not the type's own name in another spelling. */
const TYPES: Record<string, HookEventType> = {
  UserPromptSubmit: 'before_agent',
  UserPromptExpansion: 'prompt_expansion',
  PreToolUse: 'before_tool',
  PostToolUse: 'after_tool',
  PostToolUseFailure: 'tool_failure',
  PostToolBatch: 'tool_batch',
  PreModelSwitch: 'model_switch_before',
  PostModelSwitch: 'model_switch_after',
};

/** Event names whose type is the same words in lower case. */
const SAME = new Set(
  (
    'SessionStart SessionEnd Setup InstructionsLoaded MessageDisplay PermissionRequest PermissionDenied Notification ' +
    'SubagentStart SubagentStop Stop StopFailure TaskCreated TaskCompleted TeammateIdle ConfigChange CwdChanged ' +
    'DirectoryAdded FileChanged WorktreeCreate WorktreeRemove Interrupt PreCompact PostCompact Elicitation ElicitationResult'
  ).split(' '),
);

/**
 * Never throws: an unknown event becomes `unknown`, a field of the wrong type is dropped.
 *
 * @example parseClaudeEvent({ hook_event_name: 'Stop', session_id: 's' }, context)
 * // → { event_type: 'stop', also: ['after_agent'], session_id: 's', … }
 */
export function parseClaudeEvent(payload: JsonObject, context: DeliveryContext): HookEvent {
  const native = textAt(payload, 'hook_event_name') ?? context.nativeEvent ?? 'Unknown';
  const type = claudeType(native);
  const event = newEvent({ source: 'claude-code', type, native }, payload, context);
  readFields(event, payload);
  if (type === 'stop') event.also = ['after_agent'];
  if (type === 'tool_failure') event.metadata['is_failure'] = true;
  // A compaction ends with a SubagentStop without a type
  // (docs/reference/client-behaviour.md#claude-code-prompts-and-subagents).
  if (type === 'subagent_stop' && event.agent_type === null) event.metadata['compaction'] = true;
  // A background agent that ended sends a prompt that no person typed.
  if (type === 'before_agent' && event.prompt?.startsWith('<task-notification>') === true)
    event.metadata['pseudo'] = true;
  if (type === 'task_created' || type === 'task_completed')
    event.message = textAt(payload, 'task_subject');
  return event;
}

export function claudeType(native: string): HookEventType {
  if (Object.hasOwn(TYPES, native)) return TYPES[native]!;
  if (!SAME.has(native)) return 'unknown';
  return native.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase() as HookEventType;
}
