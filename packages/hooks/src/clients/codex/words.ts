/** How Codex is read and answered. */
import type { HookEvent, HookResponse, Rendered } from '@hookloom/core/hook';
import type { JsonObject, JsonValue } from '@hookloom/core';
import type { HookClient, RenderOptions } from '../client.ts';
import {
  namingReasons,
  joined,
  lastMessage,
  answersTo,
  nextStep,
  setsField,
  addLoss,
} from '../generic/losses.ts';
import { parseCodexEvent } from './parse-event.ts';
import {
  isBlank,
  message,
  refusalOf,
  specific,
  stopping,
  type Draft,
  type Words,
  rewriteWords,
} from './answer-draft.ts';
import { CODEX_CAPABILITIES } from './capabilities.ts';

export const words: Pick<HookClient, 'parse' | 'render'> = {
  parse: parseCodexEvent,
  render: namingReasons(renderCodex),
};

// Renders answers for Codex's own hooks (docs/reference/client-behaviour.md#codex-answers).

/**
 * Writes only the fields that the event allows, because Codex rejects the complete answer for any other.
 *
 * @example renderCodex({ decision: 'deny', reason: 'no' }, event).stdout
 * // →
 * {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}
 */
function renderCodex(
  response: HookResponse,
  event: HookEvent,
  { askFallback = 'deny' }: RenderOptions = {},
): Rendered {
  const { name, losses } = answersTo(CODEX_CAPABILITIES, event, response);
  const draft: Draft = { response, event, losses, askFallback, refusal: '' };
  const out = Object.hasOwn(WORDS, name) ? WORDS[name]!(draft) : {};
  const isSilent = Object.keys(out).length === 0;
  return { stdout: isSilent ? '' : JSON.stringify(out), stderr: draft.refusal, exit: 0, losses };
}

const blocks = (draft: Draft, reason: string): JsonObject => {
  draft.refusal = reason;
  return { decision: 'block', reason };
};

const stops: Words = (draft) => {
  const { response } = draft;
  const context = joined(response.context);
  const out = message(draft, lastMessage(response, draft.losses));
  const next = nextStep(response);
  if (response.stop_agent === true) {
    for (const field of ['continue_with', 'deny'] as const)
      if (setsField(response, field))
        addLoss(draft.losses, field, 'lost', 'Another hook ends the run.');
    return { ...out, ...stopping(draft) };
  }
  if (next === '') return out;
  const isEmpty = isBlank(next);
  const whole = joined(isEmpty ? 'A hook asks you to continue.' : next, context);
  if (isEmpty && setsField(response, 'continue_with'))
    addLoss(draft.losses, 'continue_with', 'changed', 'It was empty: replaced by a default text.');
  if (isBlank(next))
    addLoss(draft.losses, 'continue_with', 'changed', 'It was empty: replaced by a default text.');
  if (context !== '')
    addLoss(draft.losses, 'context', 'changed', 'Sent as part of the next instruction.');
  return { ...out, decision: 'block', reason: whole };
};

const WORDS: Record<string, Words> = {
  SessionStart: (draft) => ({
    ...message(draft),
    ...(draft.response.stop_agent === true ? stopping(draft) : {}),
    ...specific(draft, {}),
  }),
  UserPromptSubmit(draft) {
    const reason = refusalOf(draft);
    return {
      ...message(draft),
      ...(draft.response.stop_agent === true ? stopping(draft) : {}),
      ...(reason === null ? {} : blocks(draft, reason)),
      ...specific(draft, {}),
    };
  },
  PreToolUse(draft) {
    const reason = refusalOf(draft);
    if (reason === null)
      return { ...message(draft), ...specific(draft, rewriteWords(draft, false)) };
    rewriteWords(draft, true);
    draft.refusal = reason;
    const denied = { permissionDecision: 'deny', permissionDecisionReason: reason };
    return { ...message(draft), ...specific(draft, denied) };
  },
  PermissionRequest(draft) {
    const { decision, modify_args } = draft.response;
    const out = message(draft);
    if (decision === 'deny') {
      const reason = refusalOf(draft)!;
      draft.refusal = reason;
      return { ...out, ...verdict({ behavior: 'deny', message: reason }) };
    }
    if (decision !== 'allow') return out;
    if (modify_args === undefined) return { ...out, ...verdict({ behavior: 'allow' }) };
    // The hook allowed a different call from the one that would run.
    addLoss(
      draft.losses,
      'allow',
      'lost',
      'A person decides, because the rewritten input cannot be sent.',
    );
    return out;
  },
  PostToolUse(draft) {
    const { decision, updated_output } = draft.response;
    const out = message(draft);
    const context = specific(draft, {});
    if (decision === 'deny') {
      if (updated_output !== undefined)
        addLoss(draft.losses, 'updated_output', 'lost', 'The reason replaces the output.');
      return { ...out, ...blocks(draft, refusalOf(draft)!), ...context };
    }
    if (updated_output === undefined) return { ...out, ...context };
    return { ...out, decision: 'block', reason: outputText(updated_output), ...context };
  },
  SubagentStart: (draft) => ({ ...message(draft), ...specific(draft, {}) }),
  SubagentStop: stops,
  PreCompact(draft) {
    const reason = refusalOf(draft);
    const { stop_agent, stop_reason } = draft.response;
    if (reason === null)
      return { ...message(draft), ...(stop_agent === true ? stopping(draft) : {}) };
    draft.refusal = reason;
    return { ...message(draft), ...stopping(draft, joined(reason, stop_reason)) };
  },
  PostCompact: (draft) => ({
    ...message(draft),
    ...(draft.response.stop_agent === true ? stopping(draft) : {}),
  }),
  Stop: stops,
  Interrupt: message,
};

function verdict(decision: JsonObject): JsonObject {
  return { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } };
}

/** A reason is a text that is not blank. */
function outputText(output: JsonValue): string {
  const text = typeof output === 'string' ? output : written(output);
  return isBlank(text) ? '(no output)' : text.toWellFormed();
}

function written(output: JsonValue): string {
  try {
    return JSON.stringify(output);
  } catch {
    return '(an output that is nested too deeply)';
  }
}
