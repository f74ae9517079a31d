/** Names of GitHub Copilot CLI's events. Part of the hook path. */
import type { HookEventType } from '@hookloom/core/hook';

/** In camelCase, with camelCase payloads, in the order in which they occur in a session. */
export const COPILOT_TYPES: Record<string, HookEventType> = {
  sessionStart: 'session_start',
  userPromptSubmitted: 'before_agent',
  // The prompt as the model gets it.
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

/** The same in PascalCase, with Claude Code's names of two: with snake_case payloads and Claude Code's tool names. */
export const COPILOT_PASCAL: Record<string, string> = Object.fromEntries([
  ...Object.keys(COPILOT_TYPES).map((name) => [name[0]!.toUpperCase() + name.slice(1), name]),
  ['UserPromptSubmit', 'userPromptSubmitted'],
  ['Stop', 'agentStop'],
]);

/** The camelCase spelling of a known event, else the name itself. */
export function camelName(native: string): string {
  return Object.hasOwn(COPILOT_PASCAL, native) ? COPILOT_PASCAL[native]! : native;
}
