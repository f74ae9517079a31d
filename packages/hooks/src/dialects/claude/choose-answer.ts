/** Which of the objects that a hook printed is its answer. */
import { isJsonObject, type JsonObject } from '@hookloom/core';
import { readJsonAnswer } from '../read-answer.ts';

export type ChosenAnswer =
  | {
      kind: 'object';
      value: JsonObject;
      /** Something else stood on the output too. */
      noisy: boolean;
      /** The other objects: a refusal in one of them must not be lost. */
      others: JsonObject[];
    }
  | { kind: 'empty' | 'text' | 'broken' };

const FIELDS = [
  'decision',
  'hookSpecificOutput',
  'permissionDecision',
  'continue',
  'systemMessage',
  'suppressOutput',
];

/** The last object with a field of an answer; a line of a log in JSON has none. */
export function chooseAnswer(text: string): ChosenAnswer {
  const read = readJsonAnswer(text);
  if (read.kind !== 'json') return { kind: read.kind };
  const all = [...(read.earlier ?? []), read.value].filter((value) => isJsonObject(value));
  const value =
    all.findLast((one) => FIELDS.some((field) => Object.hasOwn(one, field))) ?? read.value;
  return {
    kind: 'object',
    value,
    noisy: read.noise !== null,
    others: all.filter((one) => one !== value),
  };
}
