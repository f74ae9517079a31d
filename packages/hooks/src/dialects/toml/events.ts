/** The fourteen events of the language (docs/reference/hook-language.md), and its words for what clients say about them. */
import type { HookEventType, HookEvent } from '@hookloom/core/hook';
import type { DialectEvent } from '../dialect.ts';
import { isJsonObject, type JsonObject } from '@hookloom/core';
import { claudeToolNames } from '../claude/tool-words.ts';

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

/**
 * `permission_mode`. Codex's approval policies are passed on unchanged. Of Claude Code's modes, `bypassPermissions`
 * never asks; all others and unknown modes are `on-request`.
 */
export function approvalMode({ permission_mode }: HookEvent): string {
  if (permission_mode === null) return 'on-request';
  const { mode, native } = permission_mode;
  if (APPROVAL_POLICIES.has(native)) return native;
  return mode === 'bypassPermissions' ? 'never' : 'on-request';
}

const APPROVAL_POLICIES = new Set(['untrusted', 'on-failure', 'on-request', 'never']);

/** `source` of a session's start, in the client's word. */
export function sourceOf(event: HookEvent): string {
  return event.subject ?? textIn(event, 'source') ?? 'startup';
}

/** `reason` of a session's end, in the client's word. */
export function reasonOf(event: HookEvent): string {
  return event.subject ?? textIn(event, 'reason') ?? 'other';
}

/** `agent_type` of a subagent. */
export function agentTypeOf(event: HookEvent): string {
  return event.agent_type ?? event.subject ?? textIn(event, 'agent_type') ?? 'default';
}

const LEVELS = new Set(['debug', 'info', 'warning', 'error']);
/** Notifications that wait for the user. */
const WAITING = /permission|needs_input|elicitation_(url_)?dialog/i;

/** `level` of a notification. Clients send a type instead; a notification that waits for the user is a warning. */
export function levelOf(event: HookEvent): string {
  const word = textIn(event, 'level') ?? event.subject ?? '';
  const level = word.toLowerCase() === 'warn' ? 'warning' : word.toLowerCase();
  if (LEVELS.has(level)) return level;
  if (/error|fail/i.test(word)) return 'error';
  return WAITING.test(word) ? 'warning' : 'info';
}

export function triggerOf(event: HookEvent): string {
  return event.subject ?? textIn(event, 'trigger') ?? 'auto';
}

/** This language's words for the clients' words: a matcher may use either. */
const ALSO: Record<string, Record<string, string>> = {
  session_start: { startup: 'cli', new: 'cli' },
  session_end: { prompt_input_exit: 'user_exit', exit: 'user_exit', user_close: 'user_exit' },
};

/** The values a matcher may match, most specific first; empty: the event has none. */
export function tomlMatcherValues(name: string, event: HookEvent): string[] {
  const native = tomlEvent(name);
  switch (native?.matcherField) {
    case 'tool_name':
      return event.tool === null ? [''] : claudeToolNames(event.tool);
    case 'source':
      return withOthers(name, sourceOf(event));
    case 'reason':
      return withOthers(name, reasonOf(event));
    case 'level':
      return [...new Set([levelOf(event), event.subject ?? ''])].filter((word) => word !== '');
    case 'agent_type':
      return [agentTypeOf(event)];
    case 'trigger':
      return [triggerOf(event)];
    default:
      return [];
  }
}

function withOthers(name: string, word: string): string[] {
  const words = ALSO[name];
  return words !== undefined && Object.hasOwn(words, word) ? [word, words[word]!] : [word];
}

/** A text of the payload, or one level down, as in wrapper payloads. */
export function textIn({ data }: HookEvent, ...keys: string[]): string | null {
  const inner = Object.hasOwn(data, 'input_data') ? data['input_data']! : null;
  const places: JsonObject[] = isJsonObject(inner) ? [inner, data] : [data];
  for (const key of keys)
    for (const place of places) {
      const value = Object.hasOwn(place, key) ? place[key] : undefined;
      if (typeof value === 'string' && value !== '') return value;
    }
  return null;
}
