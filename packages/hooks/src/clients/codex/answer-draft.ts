/** A Codex answer being built, the fields that all events share, and a rewritten input. */
import type { HookEvent, HookResponse, Loss } from '@hookloom/core/hook';
import { type JsonObject, attempt } from '@hookloom/core';
import { cutToFit, joined, addLoss, refusedAsk } from '../generic/losses.ts';
import { CODEX_CAPABILITIES, CODEX_CONTEXT_BYTES } from './capabilities.ts';
import { cleanValue } from '../../payload/fields.ts';

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
 * silence: the call must not run before someone decides.
 */
export function refusalOf(draft: Draft): string | null {
  const { decision } = draft.response;
  const reason = joined(draft.response.reason);
  if (decision === 'deny')
    return isBlank(reason) ? 'A hook refused this and gave no reason.' : reason;
  if (decision !== 'ask' && decision !== 'defer') return null;
  if (draft.askFallback === 'none') {
    addLoss(draft.losses, decision, 'lost', 'Not sent: Codex uses its own settings.');
    return null;
  }
  addLoss(draft.losses, decision, 'changed', 'Refused: Codex cannot ask a person here.');
  return refusedAsk(reason, 'Codex');
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
  return cutToFit(response.context, limits, losses);
}

/** The key in an answer's `metadata` by which a hook lets its rewrite count as an approval. */
const REWRITE_MAY_APPROVE = 'rewrite_may_approve';

/**
 * Codex accepts a rewrite only as an approval (docs/reference/client-behaviour.md#codex-rewritten-input).
 *
 * @returns `permissionDecision` and `updatedInput`, or nothing and the reason why.
 */
export function rewriteWords(draft: Draft, refused: boolean): JsonObject {
  const { modify_args } = draft.response;
  if (modify_args === undefined) return {};
  const why = refused ? 'Refused: there is nothing to rewrite.' : whyNot(draft, modify_args);
  const written = why === null ? attempt(() => JSON.stringify(modify_args)) : null;
  if (why !== null || written === null) {
    addLoss(
      draft.losses,
      'modify_args',
      'lost',
      why ?? 'The rewritten input is nested too deeply.',
    );
    return {};
  }
  const updatedInput = cleanValue(modify_args);
  if (JSON.stringify(updatedInput) !== written)
    addLoss(
      draft.losses,
      'modify_args',
      'changed',
      'Sent without the parts that Codex could not read.',
    );
  else if (!asks(draft))
    addLoss(
      draft.losses,
      'modify_args',
      'changed',
      'Sent as approved; Codex does not ask in this mode.',
    );
  if (draft.response.decision === 'allow')
    addLoss(
      draft.losses,
      'allow',
      'changed',
      'Sent with the rewrite; Codex may still ask a person.',
    );
  return { permissionDecision: 'allow', updatedInput };
}

function whyNot(draft: Draft, args: JsonObject): string | null {
  const { response, event } = draft;
  const { tool } = event;
  const isMcp = tool !== null && tool.mcp !== null;
  const takesCommand = tool?.name === 'Bash' || tool?.native_name === 'apply_patch';
  if (!isMcp && !takesCommand)
    return 'Codex accepts only rewrites of shell commands, patches and MCP calls.';
  if (takesCommand && typeof args['command'] !== 'string')
    return 'Codex would fail the call: the rewritten input has no text in "command".';
  const isApproved =
    response.decision === 'allow' || response.metadata?.[REWRITE_MAY_APPROVE] === true;
  if (asks(draft) && !isApproved)
    return `Codex would treat it as an approval, which no hook gave. To permit this, answer allow, or set "${REWRITE_MAY_APPROVE}": true in the metadata.`;
  return null;
}

/** Whether a person may be asked about the call, so that an approval would change something. */
function asks({ event }: Draft): boolean {
  return event.permission_mode?.mode !== 'bypassPermissions';
}
