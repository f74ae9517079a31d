/** Converts the clients' sources, reasons, levels and approval modes to this language's words. */
import type { HookEvent } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject } from '@hookloom/core';
import { claudeToolNames } from '../claude/tool-words.ts';
import { tomlEvent } from './events.ts';

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
