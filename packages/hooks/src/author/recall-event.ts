/**
 * Restores the hook event of a recorded event, as far as the log contains it. Data that was never written (values of
 * arguments, contents of files, masked secrets) cannot be restored; `missing` lists it.
 */
import {
  CLIENT_NAMES,
  type ClientName,
  type HookEvent,
  type HookEventType,
} from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { sampleEvent, typeOf } from './sample-event.ts';

export interface Recalled {
  event: HookEvent;
  /** The data that is not in the log, for a person. */
  missing: string[];
}

/** Log types whose name does not contain their hook. */
const TYPES: Record<string, HookEventType> = {
  'hook.pre_tool_use': 'before_tool',
  'tool.call.completed': 'after_tool',
  'command.completed': 'after_tool',
  'file.edit.applied': 'after_tool',
  'hook.session_started': 'session_start',
  'hook.resumed': 'session_start',
  'session.ended': 'session_end',
  'hook.user_prompt_submitted': 'before_agent',
  'subagent.started': 'subagent_start',
  'subagent.completed': 'subagent_stop',
  'compaction.started': 'pre_compact',
  'compaction.completed': 'post_compact',
};

/**
 * @param as The client to use; absent: the one that delivered it.
 * @returns Null for an event that no client's hook delivered.
 */
export function recallEvent(stored: StoredEvent, as?: ClientName): Recalled | null {
  const { payload, origin } = stored;
  const recorded = CLIENT_NAMES.find((name) => name === origin?.client);
  const client = as ?? recorded;
  const type = hookTypeOf(stored);
  if (client === undefined || type === null || recorded === undefined) return null;
  const missing: string[] = [];
  const tool = textOf(payload, 'tool_name') ?? origin?.tool ?? toolOfType(stored.type);
  const failed = payload['status'] === 'error' || payload['outcome'] === 'failed';
  const event = sampleEvent({
    client,
    type: type === 'after_tool' && failed ? 'tool_failure' : type,
    nowMs: Date.parse(stored.timestamp),
    cwd: textOf(payload, 'workspace') ?? textOf(payload, 'cwd') ?? '.',
    sessionId: origin?.session_id ?? textOf(payload, 'session_id') ?? 'unknown',
    ...(tool === undefined ? {} : { tool, input: inputOf(payload, missing) }),
    ...optional('response', textOf(payload, 'stdout') ?? textOf(payload, 'result_summary')),
    ...optional(
      'error',
      failed ? (textOf(payload, 'stderr') ?? textOf(payload, 'result_summary')) : undefined,
    ),
    ...optional(
      'prompt',
      stored.type === 'transcript.turn' ? textOf(payload, 'content') : undefined,
    ),
    ...optional(
      'subject',
      textOf(payload, 'reason') ?? textOf(payload, 'agent_type') ?? textOf(payload, 'trigger'),
    ),
    ...optional('message', textOf(payload, 'message')),
  });
  const redacted = stored.security?.redacted_paths ?? [];
  if (redacted.length > 0) missing.push(`masked: ${redacted.join(', ')}`);
  return {
    event: {
      ...event,
      id: stored.id,
      turn_id: textOf(payload, 'prompt_id') ?? textOf(payload, 'turn_id') ?? null,
      tool_use_id: textOf(payload, 'tool_use_id') ?? null,
      agent_id: textOf(payload, 'agent_id') ?? null,
      agent_type: textOf(payload, 'agent_type') ?? null,
      last_assistant_message: type === 'stop' ? (textOf(payload, 'content') ?? null) : null,
    },
    missing,
  };
}

function hookTypeOf({ type, payload }: StoredEvent): HookEventType | null {
  if (Object.hasOwn(TYPES, type)) return TYPES[type]!;
  if (type === 'transcript.turn') return payload['role'] === 'user' ? 'before_agent' : 'stop';
  const name = /^hook\.([a-z0-9_]+)$/.exec(type)?.[1];
  return name === undefined ? null : typeOf(name);
}

function toolOfType(type: string): string | undefined {
  if (type === 'command.completed') return 'Bash';
  return type === 'file.edit.applied' ? 'Edit' : undefined;
}

function inputOf(payload: JsonObject, missing: string[]): JsonObject {
  const input: JsonObject = {};
  const command = textOf(payload, 'command');
  const path = textOf(payload, 'path');
  if (command !== undefined) input['command'] = command;
  if (path !== undefined) input['file_path'] = path;
  const keys = payload['argument_keys'];
  const lost = Array.isArray(keys)
    ? keys.filter((key) => typeof key === 'string' && !Object.hasOwn(input, key))
    : [];
  if (lost.length > 0) missing.push(`values of arguments: ${(lost as string[]).join(', ')}`);
  return input;
}

function textOf(payload: JsonObject, key: string): string | undefined {
  const value = payload[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function optional<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, string>);
}
