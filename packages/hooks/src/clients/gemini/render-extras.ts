/** Extras in Gemini CLI's format, if they have an effect together with the rest of the answer. */
import type { ExtraField } from '@hookloom/core/hook';
import { isJsonObject, type JsonValue } from '@hookloom/core';
import { deny, isFlat, isOver, type Draft, type Words } from './answer-draft.ts';
import { addLoss } from '../generic/losses.ts';

export const extras: Words = (draft) => {
  const said = draft.response.extras ?? {};
  const known = GEMINI_EXTRAS[draft.event.native_event] ?? [];
  const told: string[] = [];
  for (const [wire, field] of known) {
    const value = said[field];
    if (value === undefined || !isUsable(field, value) || !isFlat(value)) continue;
    if (!hasEffect(draft, field)) continue;
    draft.specific[wire] = value;
    told.push(field);
  }
  const left = Object.keys(said).filter((field) => !told.includes(field));
  if (left.length === 0 || known.length === 0) return;
  const survival = told.length > 0 ? 'changed' : 'lost';
  addLoss(draft.losses, 'extras', survival, `Not sent here: ${left.join(', ')}.`);
};

/** Whether this field has an effect together with the rest of the answer. */
function hasEffect(draft: Draft, field: ExtraField): boolean {
  if (field === 'clear_context') return true;
  if (isOver(draft)) return false;
  // Documented without a decision, honoured with this one only.
  if (draft.event.native_event === 'BeforeModel' && field === 'llm_response')
    deny(draft, 'A hook answered instead of the model.');
  return true;
}

// Answer fields that only Gemini CLI has, by event (docs/reference/client-behaviour.md#gemini-cli).

/** The field of `hookSpecificOutput` and our name for it, by event. */
export const GEMINI_EXTRAS: Record<
  string,
  readonly (readonly [wire: string, field: ExtraField])[]
> = {
  BeforeModel: [
    ['llm_request', 'llm_request'],
    ['llm_response', 'llm_response'],
  ],
  AfterModel: [['llm_response', 'llm_response']],
  BeforeToolSelection: [['toolConfig', 'tool_config']],
  AfterTool: [['tailToolCallRequest', 'tail_tool_call']],
  AfterAgent: [['clearContext', 'clear_context']],
};

export function isUsable(field: ExtraField, value: JsonValue | undefined): boolean {
  if (field === 'clear_context') return value === true;
  if (!isJsonObject(value)) return false;
  return field !== 'tail_tool_call' || typeof value['name'] === 'string';
}
