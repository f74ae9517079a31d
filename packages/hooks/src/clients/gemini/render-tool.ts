/**
 * Renders answers for Gemini CLI before and after a tool
 * (docs/reference/client-behaviour.md#gemini-cli-rewritten-input).
 */
import type { HookEvent } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject } from '@hookloom/core';
import { removeLoss, joined, addLoss } from '../generic/losses.ts';
import { context, deny, isFlat, isOver, refuse, stop, type Words } from './answer-draft.ts';
import { nativeGeminiInput } from './tool-input.ts';

export const beforeTool: Words = (draft) => {
  refuse(draft);
  stop(draft);
  const { response, event, specific } = draft;
  const { modify_args } = response;
  if (modify_args === undefined) return;
  if (isOver(draft))
    return addLoss(
      draft.losses,
      'modify_args',
      'lost',
      'The call is not made: there is nothing to rewrite.',
    );
  if (!isFlat(modify_args))
    return addLoss(
      draft.losses,
      'modify_args',
      'lost',
      'The rewritten input is nested too deeply.',
    );
  const announced = event.data['tool_input'] ?? null;
  specific['tool_input'] = nativeGeminiInput(event.tool?.name ?? '', modify_args, announced);
  const left = keysLeft(event, modify_args);
  if (left.length === 0) removeLoss(draft.losses, 'modify_args');
  else addLoss(draft.losses, 'modify_args', 'changed', `Stays in the call: ${left.join(', ')}.`);
};

/** Keys of the call's input that the merge keeps although the rewrite dropped them. */
function keysLeft({ tool }: HookEvent, args: JsonObject): string[] {
  const input = tool?.input;
  return isJsonObject(input) ? Object.keys(input).filter((key) => !Object.hasOwn(args, key)) : [];
}

/** A replaced result drops its context too, so both go into one text. */
export const afterTool: Words = (draft) => {
  const { response } = draft;
  const replacement = response.decision === 'deny' ? denied(draft) : newOutput(draft);
  stop(draft);
  if (!response.context) return;
  if (response.stop_agent === true)
    return addLoss(draft.losses, 'context', 'lost', 'The run ends here.');
  if (replacement === null) return context(draft);
  deny(draft, joined(replacement, response.context));
  addLoss(draft.losses, 'context', 'changed', 'Sent with the text that replaces the result.');
};

type Replacing = (...parameters: Parameters<Words>) => string | null;

const denied: Replacing = (draft) => {
  refuse(draft);
  if (draft.response.updated_output !== undefined)
    addLoss(draft.losses, 'updated_output', 'lost', 'The reason replaces the result.');
  return draft.refusal;
};

const newOutput: Replacing = (draft) => {
  const { updated_output: output } = draft.response;
  if (output === undefined) return null;
  if (!isFlat(output)) {
    addLoss(draft.losses, 'updated_output', 'lost', 'The new output is nested too deeply.');
    return null;
  }
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  const replacement = text.toWellFormed() || '(no output)';
  deny(draft, replacement);
  return replacement;
};
