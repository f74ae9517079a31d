/** Answer fields that only Gemini CLI has, by event (docs/reference/client-behaviour.md#gemini-cli). */
import type { ExtraField } from '@hookloom/core/hook';
import { isJsonObject, type JsonValue } from '@hookloom/core';

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
