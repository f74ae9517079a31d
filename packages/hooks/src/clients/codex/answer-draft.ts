/** A Codex answer being built, and the fields that all events share. */
import type { HookEvent, HookResponse, Loss } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { fitted, joined, tell } from '../generic/losses.ts';
import { CODEX_CAPABILITIES, CODEX_CONTEXT_BYTES } from './capabilities.ts';

export interface Draft {
  response: HookResponse;
  event: HookEvent;
  losses: Loss[];
  askFallback: 'deny' | 'none';
  /** Set if the answer refuses something. It is also written to standard error. */
  refusal: string;
}

/** Renders the response for one event. */
export type Words = (draft: Draft) => JsonObject;

/** Trimmed as Codex does: a blank reason counts as none, and a refusal without a reason is invalid. */
export function isBlank(text: string): boolean {
  return /^[\s\u0085]*$/.test(text);
}

/**
 * The reason if the answer amounts to a refusal, else null. An ask or a defer is a refusal unless the user chose
 * silence: the call must not run before someone decided.
 */
export function refusalOf(draft: Draft): string | null {
  const { decision } = draft.response;
  const reason = joined(draft.response.reason);
  const said = (otherwise: string): string => (isBlank(reason) ? otherwise : reason);
  if (decision === 'deny') return said('A hook refused this and gave no reason.');
  if (decision !== 'ask' && decision !== 'defer') return null;
  if (draft.askFallback === 'none') {
    tell(draft, decision, 'lost', 'Not sent: Codex uses its own settings.');
    return null;
  }
  tell(draft, decision, 'changed', 'Refused: Codex cannot ask a person here.');
  return said('Refused: a hook asks for a person to decide, and Codex cannot ask here.');
}

/** Fields that every answer may have. */
export function message({ response }: Draft, text = joined(response.system_message)): JsonObject {
  return text === '' ? {} : { systemMessage: text };
}

/** Ends the agent's run, on the events that honour it. */
export function stopping({ response }: Draft, reason = joined(response.stop_reason)): JsonObject {
  return { continue: false, ...(reason === '' ? {} : { stopReason: reason }) };
}

/** `hookSpecificOutput` with the event name that Codex requires, or nothing. */
export function specific(draft: Draft, fields: JsonObject): JsonObject {
  const context = contextOf(draft);
  const all = { ...fields, ...(context === '' ? {} : { additionalContext: context }) };
  if (Object.keys(all).length === 0) return {};
  return { hookSpecificOutput: { hookEventName: draft.event.native_event, ...all } };
}

function contextOf({ response, losses }: Draft): string {
  if (response.context === undefined) return '';
  const limits = { chars: CODEX_CAPABILITIES.contextChars, bytes: CODEX_CONTEXT_BYTES };
  return fitted(response.context, limits, losses);
}
