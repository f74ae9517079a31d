/** A Gemini CLI answer being built, and the fields that all events share. */
import type { HookEvent, HookResponse, Loss } from '@hookloom/core/hook';
import { attempt, type JsonObject, type JsonValue } from '@hookloom/core';
import { cutToFit, joined, lastMessage, addLoss, refusedAsk } from '../generic/losses.ts';
import { GEMINI_CAPABILITIES } from './capabilities.ts';

export interface Draft {
  response: HookResponse;
  event: HookEvent;
  losses: Loss[];
  askFallback: 'deny' | 'none';
  /** Fields of the answer, and of its `hookSpecificOutput`. */
  out: JsonObject;
  specific: JsonObject;
  /** Set if the answer refuses something. It is also written to standard error. */
  refusal: string;
}

/** Renders the response for one event. */
export type Words = (draft: Draft) => void;

/** Whether the event's action continues. If not, most other fields have no effect. */
export function isOver({ out }: Draft): boolean {
  return out['decision'] === 'deny' || out['continue'] === false;
}

export function deny({ out }: Draft, reason: string): void {
  out['decision'] = 'deny';
  out['reason'] = reason;
}

/** Refuses if the answer amounts to a refusal. An ask or a defer does, unless the user chose silence. */
export const refuse: Words = (draft) => {
  const { decision } = draft.response;
  const said = joined(draft.response.reason);
  const isAsk = decision === 'ask' || decision === 'defer';
  if (isAsk && draft.askFallback === 'none')
    return addLoss(draft.losses, decision, 'lost', 'Not sent: Gemini CLI uses its own settings.');
  if (!isAsk && decision !== 'deny') return;
  draft.refusal = isAsk
    ? refusedAsk(said, 'Gemini CLI')
    : said || 'A hook refused this and gave no reason.';
  deny(draft, draft.refusal);
};

export const stop: Words = ({ response, out }) => {
  if (response.stop_agent !== true) return;
  out['continue'] = false;
  const reason = joined(response.stop_reason);
  if (reason !== '') out['stopReason'] = reason;
};

export const message: Words = ({ response, event, losses, out }) => {
  const text =
    event.native_event === 'AfterAgent'
      ? lastMessage(response, losses)
      : joined(response.system_message);
  if (text !== '') out['systemMessage'] = text;
};

export const context: Words = (draft) => {
  const { response, specific, losses } = draft;
  if (!response.context) return;
  const text = cutToFit(response.context, { chars: GEMINI_CAPABILITIES.contextChars }, losses);
  specific['additionalContext'] = text;
  if (/[<>]/.test(text) && !losses.some(({ field }) => field === 'context'))
    addLoss(draft.losses, 'context', 'changed', 'Gemini CLI shows < and > as &lt; and &gt;.');
};

/** Circular JSON cannot be written. */
export function isFlat(value: JsonValue): boolean {
  return attempt(() => JSON.stringify(value) !== undefined, false);
}
