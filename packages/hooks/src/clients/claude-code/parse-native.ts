/** The fields that all Claude Code payloads share, and how they become an event. */
import { contentDigest } from '@hookloom/core/hook/delivery-key';
import { newDraft, putName, putText, type Draft } from '@hookloom/core/hook/draft';
import { LINE_CHARS } from '@hookloom/core/hook/excerpt';
import type { HookContext, ObservedHook } from '@hookloom/core/hook/observed-event';
import type { JsonObject } from '@hookloom/core/json';

export const CLAUDE_CODE = 'claude-code';

/** How long an equal payload without an id counts as the same delivery. */
export const SAME_DELIVERY_MS = 5_000;

export interface Native {
  name: string;
  sessionId: string;
  raw: JsonObject;
  context: HookContext;
}

export type EventParser = (native: Native) => Omit<ObservedHook, 'sessionId' | 'closes'>;

export function readNative(raw: JsonObject, context: HookContext): Native {
  const name = textOf(raw, 'hook_event_name') ?? 'Unknown';
  return {
    name,
    sessionId: identifier(textOf(raw, 'session_id')) ?? 'unknown',
    raw,
    context,
  };
}

/** A non-empty, well-formed string field. */
export function textOf(object: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === 'string' && value !== '' ? value.toWellFormed() : undefined;
}

/** The id, or its digest if it is too long. */
export function identifier(id: string | undefined): string | undefined {
  return id === undefined || id.length <= 200 ? id : contentDigest(id);
}

export function idOf(object: JsonObject, key: string): string | undefined {
  return identifier(textOf(object, key));
}

/** The client's own ids, which every event carries. */
const ID_FIELDS = ['session_id', 'prompt_id', 'tool_use_id', 'agent_id', 'agent_type'] as const;

/** Adds `source` and the client's ids to the fields of a draft. */
export function withIds(draft: Draft, { raw }: Native): Draft {
  draft.payload['source'] = CLAUDE_CODE;
  for (const key of ID_FIELDS) putName(draft, key, raw[key]);
  return draft;
}

/** The documented lifecycle payload: trigger, source, workspace, transcript_path. */
export function lifecycleDraft(native: Native, trigger: string): Draft {
  const draft = withIds(newDraft({ trigger }), native);
  putText(draft, 'workspace', native.raw['cwd'], LINE_CHARS);
  putText(draft, 'transcript_path', native.raw['transcript_path'], LINE_CHARS);
  return draft;
}

/** Names such as `tool:<id>`, under which ids are remembered between two hooks of a session. */
export const link = {
  session: 'session',
  compaction: 'compaction',
  prompt: (native: Native): string[] => named('prompt', idOf(native.raw, 'prompt_id')),
  tool: (native: Native): string[] => named('tool', idOf(native.raw, 'tool_use_id')),
  agent: (native: Native): string[] => named('agent', idOf(native.raw, 'agent_id')),
};

export function named(kind: string, id: string | undefined): string[] {
  return id === undefined ? [] : [`${kind}:${id}`];
}

/** The parent of an event inside a turn or a subagent if nothing nearer is known. */
export function turnCauses(native: Native, ...nearer: string[]): string[][] {
  const names = [...nearer, ...link.agent(native), ...link.prompt(native)];
  return names.length === 0 ? [] : [names];
}

/** The event's own id as its key, or a key of its content with a time window. */
export function deliveryOf(
  native: Native,
  id: string | undefined,
): { key: string; windowMs?: number } {
  return id === undefined
    ? { key: `${native.name}:${native.context.digest()}`, windowMs: SAME_DELIVERY_MS }
    : { key: `${native.name}:${id}` };
}
