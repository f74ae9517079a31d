/** Single parts of an answer's JSON. A part of the wrong type is reported and counts as absent. */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { Answer } from './answer.ts';
import { rewrittenInput } from './tool-words.ts';

/** `updatedInput` is the complete new input (docs/reference/client-behaviour.md#claude-code-rewritten-input). */
export function readInput(from: JsonObject, answer: Answer): void {
  const updated = from['updatedInput'];
  if (updated === undefined || updated === null) return;
  if (!isJsonObject(updated))
    return answer.note('updatedInput is not an object; it does not count.');
  const { input, filled } = rewrittenInput(updated, answer.event.tool);
  answer.response.modify_args = input;
  if (filled.length > 0)
    answer.note(`updatedInput lacks ${filled.join(', ')}; the original's were kept.`);
}

/** A text; '' if it is absent or of another type. Another type is reported. */
export function textOf(from: JsonObject, key: string, answer: Answer): string {
  const value: JsonValue | undefined = from[key];
  if (typeof value === 'string') return value;
  if (value !== undefined && value !== null)
    answer.note(`"${key}" is not a text; it does not count.`);
  return '';
}

export function flagOf(from: JsonObject, key: string, answer: Answer): boolean {
  const value = from[key];
  if (value === true) return true;
  if (value !== undefined && value !== null && value !== false)
    answer.note(`"${key}" is neither true nor false; it does not count.`);
  return false;
}
