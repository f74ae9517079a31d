/** Names of GitHub Copilot CLI's events (hooks.md §E, §G.1). Reached by the hook path. */
import type { HookEventType } from '@hookloom/core/hook/event-types';
import type { JsonObject } from '@hookloom/core/json';
import { valueAt } from '../generic/payload-fields.ts';

/** In camelCase, with camelCase payloads, in the order in which a session meets them. */
export const COPILOT_TYPES: Record<string, HookEventType> = {
  sessionStart: 'session_start',
  userPromptSubmitted: 'before_agent',
  // Near: the prompt as the model gets it (§G.1).
  userPromptTransformed: 'before_model',
  preToolUse: 'before_tool',
  preMcpToolCall: 'before_tool',
  permissionRequest: 'permission_request',
  postToolUse: 'after_tool',
  postToolUseFailure: 'tool_failure',
  subagentStart: 'subagent_start',
  subagentStop: 'subagent_stop',
  notification: 'notification',
  errorOccurred: 'stop_failure',
  preCompact: 'pre_compact',
  agentStop: 'stop',
  sessionEnd: 'session_end',
};

/** The same in PascalCase: with snake_case payloads and Claude Code's tool names. */
export const COPILOT_PASCAL: Record<string, string> = {
  SessionStart: 'sessionStart',
  UserPromptSubmit: 'userPromptSubmitted',
  UserPromptSubmitted: 'userPromptSubmitted',
  UserPromptTransformed: 'userPromptTransformed',
  PreToolUse: 'preToolUse',
  PreMcpToolCall: 'preMcpToolCall',
  PermissionRequest: 'permissionRequest',
  PostToolUse: 'postToolUse',
  PostToolUseFailure: 'postToolUseFailure',
  SubagentStart: 'subagentStart',
  SubagentStop: 'subagentStop',
  Notification: 'notification',
  ErrorOccurred: 'errorOccurred',
  PreCompact: 'preCompact',
  Stop: 'agentStop',
  AgentStop: 'agentStop',
  SessionEnd: 'sessionEnd',
};

/** The camelCase spelling of a known event, else the name itself. */
export function camelName(native: string): string {
  return Object.hasOwn(COPILOT_PASCAL, native) ? COPILOT_PASCAL[native]! : native;
}

/**
 * camelCase payloads do not name their event: the installed command does. Where it does not either, the fields that
 * only one event has tell it.
 */
export function guessedName(payload: JsonObject): string {
  const has = (...keys: string[]): boolean =>
    keys.some((key) => valueAt(payload, key) !== undefined);
  if (has('toolName', 'tool_name')) {
    if (has('toolResult', 'tool_result')) return 'postToolUse';
    if (has('error')) return 'postToolUseFailure';
    if (has('serverName', 'server_name')) return 'preMcpToolCall';
    if (has('toolInput', 'permissionSuggestions', 'permission_suggestions'))
      return 'permissionRequest';
    return 'preToolUse';
  }
  if (has('transformedPrompt', 'transformed_prompt')) return 'userPromptTransformed';
  if (has('prompt')) return 'userPromptSubmitted';
  if (has('errorContext', 'error_context')) return 'errorOccurred';
  if (has('notification_type', 'notificationType')) return 'notification';
  if (has('trigger')) return 'preCompact';
  if (has('agentId', 'agent_id', 'response')) return 'subagentStop';
  if (has('agentName', 'agent_name')) return 'subagentStart';
  if (has('stopReason', 'stop_reason')) return 'agentStop';
  if (has('source')) return 'sessionStart';
  return has('reason') ? 'sessionEnd' : 'Unknown';
}
