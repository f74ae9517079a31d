/** Makes a log event from a hook event: ids, keys, links. */
import {
  LINE_CHARS,
  newDraft,
  putName,
  putText,
  type Draft,
  type HookContext,
  type HookEvent,
  type ObservedEvent,
  type ObservedHook,
} from '@hookloom/core/hook';
import type { Channel } from '@hookloom/core/events';

/** The parsed event, except its session. */
export type Seen = Omit<ObservedHook, 'sessionId' | 'closes'>;
export type Observer = (event: HookEvent, context: HookContext) => Seen;

/** How long an equal payload without an id counts as the same delivery. */
const SAME_DELIVERY_MS = 5_000;
const TIMED: ReadonlySet<string> = new Set(['copilot', 'gemini']);
export const OBSERVER = 'zaxy-observer';
export const HOOK = 'zaxy-hook';

/** Ids that the record of an event carries if the client sends them. */
const NAMED = [
  'tool_use_id',
  'agent_id',
  'agent_type',
  'machine_id',
  'user_id',
  'project_id',
  'workflow_id',
] as const;

/**
 * Claude Code's own payloads contain more than the fields that all clients share, and the log stores more of them. A
 * wrapper has only the documented fields.
 */
export function isRich({ source, metadata }: HookEvent): boolean {
  return source === 'claude-code' && metadata['flavour'] === undefined;
}

/** Adds `source` and the client's own ids to the fields of a draft. */
export function withIds(draft: Draft, event: HookEvent): Draft {
  draft.payload['source'] = event.source;
  putName(draft, 'session_id', event.session_id);
  putName(draft, isRich(event) ? 'prompt_id' : 'turn_id', event.turn_id);
  for (const key of NAMED) putName(draft, key, event[key]);
  return draft;
}

/** The documented lifecycle payload: trigger, source, workspace, transcript_path. */
export function lifecycleDraft(event: HookEvent, trigger: string): Draft {
  const draft = withIds(newDraft({ trigger }), event);
  putText(draft, 'workspace', event.cwd, LINE_CHARS);
  putText(draft, 'transcript_path', event.transcript_path, LINE_CHARS);
  return draft;
}

/** The event's own id as its key, or a key of its content with a time window. */
export function deliveryOf(event: HookEvent, context: HookContext, id: string | null) {
  if (id !== null) return { key: `${event.native_event}:${id}` };
  const key = `${event.native_event}:${context.digest()}`;
  // These clients send the time of the event in milliseconds, and may run the hooks of their files one after the other.
  const isTimed = TIMED.has(event.source) && event.data['timestamp'] !== undefined;
  return isTimed ? { key } : { key, windowMs: SAME_DELIVERY_MS };
}

/** Names under which ids are remembered between two hooks of a session. */
export function named(kind: 'prompt' | 'tool' | 'agent', id: string | null): string[] {
  return id === null ? [] : [`${kind}:${id}`];
}

/** The parent of an event inside a turn or a subagent if nothing nearer is known. */
export function turnCauses(event: HookEvent, ...nearer: string[]): string[][] {
  const names = [...nearer, ...named('agent', event.agent_id), ...named('prompt', event.turn_id)];
  return names.length === 0 ? [] : [names];
}

interface EventParts {
  type: string;
  draft: Draft;
  channel: Channel;
  key: string;
  windowMs?: number;
  actorId?: string;
  tool?: string | undefined;
  links?: string[];
  causes?: string[][];
}

export function observed({
  type,
  draft,
  channel,
  key,
  windowMs,
  actorId = OBSERVER,
  tool,
  links = [],
  causes = [],
}: EventParts): ObservedEvent {
  const { payload, redactedPaths } = draft;
  const out: ObservedEvent = { type, actorId, payload, redactedPaths, channel, key, links, causes };
  // A model chooses this name, so it may have any length and contain lone surrogates.
  if (tool !== undefined) out.tool = tool.slice(0, 200).toWellFormed();
  if (windowMs !== undefined) out.windowMs = windowMs;
  return out;
}

/** What is recorded of an event that leaves one event in the log. */
export function seen(parts: EventParts, more: Omit<Seen, 'events'> = {}): Seen {
  return { events: [observed(parts)], ...more };
}
