/** The fourteen events of the language (docs/reference/hook-language.md). */
import type { HookEventType } from '@hookloom/core/hook';
import type { DialectEvent } from '../dialect.ts';

export interface TomlEvent extends DialectEvent {
  /** The value of `hook_event_name`: `PreToolUse`. */
  pascal: string;
}

function row(
  name: string,
  pascal: string,
  type: HookEventType,
  matcherField: string | null,
  blockable = false,
): TomlEvent {
  return { name, pascal, type, blockable, matcherField };
}

/** In the order of the reference. */
export const TOML_EVENTS: readonly TomlEvent[] = [
  row('pre_tool_use', 'PreToolUse', 'before_tool', 'tool_name', true),
  row('post_tool_use', 'PostToolUse', 'after_tool', 'tool_name'),
  row('post_tool_use_failure', 'PostToolUseFailure', 'tool_failure', 'tool_name'),
  row('after_agent', 'AfterAgent', 'after_agent', null),
  row('session_start', 'SessionStart', 'session_start', 'source'),
  row('session_end', 'SessionEnd', 'session_end', 'reason'),
  row('user_prompt_submit', 'UserPromptSubmit', 'before_agent', null, true),
  row('stop', 'Stop', 'stop', null, true),
  row('permission_request', 'PermissionRequest', 'permission_request', 'tool_name', true),
  row('notification', 'Notification', 'notification', 'level'),
  row('subagent_start', 'SubagentStart', 'subagent_start', 'agent_type'),
  row('subagent_stop', 'SubagentStop', 'subagent_stop', 'agent_type'),
  row('pre_compact', 'PreCompact', 'pre_compact', 'trigger'),
  row('task_completed', 'TaskCompleted', 'task_completed', null),
];

const BY_PLAIN_NAME = new Map(TOML_EVENTS.map((event) => [plain(event.name), event]));

/**
 * The event of a key in any spelling.
 *
 * @example tomlEvent('PreToolUse')?.name === 'pre_tool_use' // so are pre-tool-use and preToolUse
 */
export function tomlEvent(key: string): TomlEvent | undefined {
  return BY_PLAIN_NAME.get(plain(key));
}

function plain(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, '');
}

/** `statusMessage`, `StatusMessage` and `status-message` are `status_message`. */
export function snakeOf(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}
