/** Claude Code's hook events and the answers that each honours (docs/reference/client-behaviour.md#claude-code). */
import type { HookEventType } from '@hookloom/core/hook';
import type { DialectEvent } from '../dialect.ts';

export interface ClaudeEvent extends DialectEvent {
  /** The effect of exit 2 and `decision: "block"`: a deny, continuing instead of stopping, or nothing. */
  refusal: 'deny' | 'continue_with' | null;
  /** Its payload has `permission_mode`. */
  sendsMode: boolean;
  /** `hookSpecificOutput.additionalContext` reaches the model. */
  takesContext: boolean;
  /** Plain text on stdout, with exit 0, reaches the model. */
  takesPlainText: boolean;
  /** `continue: false` ends the agent's run. */
  endsRun: boolean;
}

type Mark = 'mode' | 'context' | 'text' | 'goes-on';

function row(
  name: string,
  type: HookEventType,
  matcherField: string | null,
  refusal: ClaudeEvent['refusal'],
  ...marks: Mark[]
): ClaudeEvent {
  return {
    name,
    type,
    blockable: refusal !== null,
    matcherField,
    refusal,
    sendsMode: marks.includes('mode'),
    takesContext: marks.includes('context'),
    takesPlainText: marks.includes('text'),
    endsRun: !marks.includes('goes-on'),
  };
}

const TOOL = 'tool_name';

/** In the order of the documentation. */
export const CLAUDE_EVENTS: readonly ClaudeEvent[] = [
  row('SessionStart', 'session_start', 'source', null, 'context', 'text', 'goes-on'),
  row('Setup', 'setup', 'trigger', null, 'context', 'goes-on'),
  row('InstructionsLoaded', 'instructions_loaded', 'load_reason', null, 'goes-on'),
  row('UserPromptSubmit', 'before_agent', null, 'deny', 'mode', 'context', 'text'),
  row('UserPromptExpansion', 'prompt_expansion', 'command_name', 'deny', 'mode', 'context', 'text'),
  row('MessageDisplay', 'message_display', null, null, 'goes-on'),
  row('PreToolUse', 'before_tool', TOOL, 'deny', 'mode', 'context'),
  row('PermissionRequest', 'permission_request', TOOL, 'deny', 'mode'),
  row('PermissionDenied', 'permission_denied', TOOL, null, 'mode'),
  row('PostToolUse', 'after_tool', TOOL, 'deny', 'mode', 'context'),
  row('PostToolUseFailure', 'tool_failure', TOOL, 'deny', 'mode', 'context'),
  row('PostToolBatch', 'tool_batch', null, 'deny', 'mode', 'context'),
  row('Notification', 'notification', 'notification_type', null, 'goes-on'),
  row('SubagentStart', 'subagent_start', 'agent_type', null, 'context'),
  row('SubagentStop', 'subagent_stop', 'agent_type', 'continue_with', 'mode', 'context'),
  row('Stop', 'stop', null, 'continue_with', 'mode', 'context'),
  row('StopFailure', 'stop_failure', 'error', null, 'goes-on'),
  row('TaskCreated', 'task_created', null, 'deny'),
  row('TaskCompleted', 'task_completed', null, 'deny'),
  row('TeammateIdle', 'teammate_idle', null, 'continue_with', 'mode'),
  row('ConfigChange', 'config_change', 'source', 'deny'),
  row('CwdChanged', 'cwd_changed', null, null),
  row('DirectoryAdded', 'directory_added', 'source', null),
  row('FileChanged', 'file_changed', 'file_path', null),
  row('WorktreeCreate', 'worktree_create', null, 'deny'),
  row('WorktreeRemove', 'worktree_remove', null, null),
  row('PreCompact', 'pre_compact', 'trigger', 'deny', 'text'),
  row('PostCompact', 'post_compact', 'trigger', null),
  row('PreModelSwitch', 'model_switch_before', null, 'deny'),
  row('PostModelSwitch', 'model_switch_after', null, null, 'context'),
  row('Elicitation', 'elicitation', 'mcp_server_name', 'deny'),
  row('ElicitationResult', 'elicitation_result', 'mcp_server_name', 'deny'),
  row('SessionEnd', 'session_end', 'reason', null, 'goes-on'),
];

const BY_NAME = new Map(CLAUDE_EVENTS.map((event) => [event.name, event]));

export function claudeEvent(name: string): ClaudeEvent | undefined {
  return BY_NAME.get(name);
}

/** Events about one tool call: the only ones on which `if` counts. */
export function isToolEvent(event: ClaudeEvent): boolean {
  return event.matcherField === TOOL;
}
