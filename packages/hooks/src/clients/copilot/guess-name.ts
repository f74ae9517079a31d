/** The event of a Copilot payload without a name. */
import type { JsonObject } from '@hookloom/core';
import { valueAt } from '../../payload/fields.ts';

/**
 * camelCase payloads do not name their event: the installed command does. If it does not either, the event is derived
 * from the fields that only it has.
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
  if (has('agentName', 'agent_name'))
    return has('stopReason', 'stop_reason') ? 'subagentStop' : 'subagentStart';
  if (has('stopReason', 'stop_reason')) return has('response') ? 'subagentStop' : 'agentStop';
  if (has('source')) return 'sessionStart';
  return has('reason') ? 'sessionEnd' : 'Unknown';
}
