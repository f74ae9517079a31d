/** The words of seeds/001 for what clients say: sources, reasons, levels, approval modes. */
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import { isJsonObject, type JsonObject } from '@hookloom/core/json';
import { claudeToolNames } from '../claude/tool-words.ts';
import { tomlEvent } from './events.ts';

/**
 * `permission_mode`. Codex's approval policies are passed on; of Claude Code's modes `bypassPermissions` never asks, and
 * all others (`default`, `plan`, `acceptEdits`, `auto`, `dontAsk`) and an unknown mode are `on-request` (hooks.md §B.3).
 */
export function approvalMode({ permission_mode }: HookEvent): string {
  if (permission_mode === null) return 'on-request';
  const { mode, native } = permission_mode;
  if (APPROVAL_POLICIES.has(native)) return native;
  return mode === 'bypassPermissions' ? 'never' : 'on-request';
}

const APPROVAL_POLICIES = new Set(['untrusted', 'on-failure', 'on-request', 'never']);

/** `source` of a session's start: the client's word. */
export function sourceOf(event: HookEvent): string {
  return event.subject ?? textIn(event, 'source') ?? 'startup';
}

/** `reason` of a session's end: the client's word. */
export function reasonOf(event: HookEvent): string {
  return event.subject ?? textIn(event, 'reason') ?? 'other';
}

/** `agent_type` of a subagent. */
export function agentTypeOf(event: HookEvent): string {
  return event.agent_type ?? event.subject ?? textIn(event, 'agent_type') ?? 'default';
}

const LEVELS = new Set(['debug', 'info', 'warning', 'error']);
/** Notifications that wait for the person. */
const WAITING = /permission|needs_input|elicitation_(url_)?dialog/i;

/** `level` of a notification. Clients tell a type instead: what waits for the person is a warning. */
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

/** Words of the document for words of clients: a matcher may be written with either. */
const ALSO: Record<string, Record<string, string>> = {
  session_start: { startup: 'cli', new: 'cli' },
  session_end: { prompt_input_exit: 'user_exit', exit: 'user_exit', user_close: 'user_exit' },
};

/** What a matcher may match, the most telling first; empty: the event has nothing to match. */
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

/** A text of the payload, also one level down, where seeds/004's wrapper puts it. */
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
