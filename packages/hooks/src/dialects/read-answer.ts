/**
 * Reads the JSON answer of a handler from everything its shell printed: a profile's greeting, progress lines, log
 * lines. Clients lose a deny in such output; here it must count. Linear in the text; never throws.
 */
import type { JsonObject } from '@hookloom/core';
import { redactText } from '@hookloom/core/redact';
import { findObjects, parseObject } from './find-objects.ts';

export type Answered =
  | { kind: 'empty' }
  /**
   * `noise` is the text around the object, shortened, or null. `earlier`: the last complete objects before it, in
   * order; a program that logs JSON after its answer must not hide the answer.
   */
  | { kind: 'json'; value: JsonObject; noise: string | null; earlier?: JsonObject[] }
  /** Neither JSON nor anything similar. */
  | { kind: 'text'; text: string }
  /** Begins like JSON but is not. */
  | { kind: 'broken'; text: string };

const NOISE_CHARS = 120;
/** How many objects before the answer are returned. */
const MAX_EARLIER = 64;

/**
 * @example readJsonAnswer('Welcome!\n{"decision":"block"}\n')
 * // → { kind: 'json', value: { decision: 'block' }, noise: 'Welcome!' }
 */
export function readJsonAnswer(stdout: string): Answered {
  const text = stdout.replace(/^\uFEFF/, '');
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty' };
  const whole = parseObject(trimmed);
  if (whole !== null) return { kind: 'json', value: whole, noise: null };
  const found = findObjects(text, MAX_EARLIER + 1);
  const last = found.at(-1);
  if (last !== undefined) {
    const earlier = found.slice(0, -1).map(({ value }) => value);
    return {
      kind: 'json',
      value: last.value,
      noise: shorten(`${text.slice(0, last.start)} ${text.slice(last.end)}`),
      ...(earlier.length === 0 ? {} : { earlier }),
    };
  }
  return /^[ \t]*\{/m.test(text)
    ? { kind: 'broken', text: trimmed }
    : { kind: 'text', text: trimmed };
}

export type Chosen =
  | {
      kind: 'object';
      value: JsonObject;
      noise: string | null;
      /** The other objects: a refusal in one of them must not be lost. */
      others: JsonObject[];
    }
  | { kind: 'empty' | 'text' | 'broken' };

/**
 * Picks the answer among the objects that a hook printed: the last one with one of these fields. JSON log lines around
 * it have none of them. In plain text, objects without these fields are part of the text, unless the client takes any
 * object for the answer.
 */
export function chooseAnswer(stdout: string, fields: readonly string[], takesAny = false): Chosen {
  const read = readJsonAnswer(stdout);
  if (read.kind !== 'json') return { kind: read.kind };
  const all = [...(read.earlier ?? []), read.value];
  const value = all.findLast((one) => fields.some((field) => Object.hasOwn(one, field)));
  if (value === undefined && read.noise !== null && !takesAny) return { kind: 'text' };
  return {
    kind: 'object',
    value: value ?? read.value,
    noise: read.noise,
    others: all.filter((one) => one !== (value ?? read.value)),
  };
}

const CLAUDE_FIELDS = [
  'decision',
  'hookSpecificOutput',
  'permissionDecision',
  'continue',
  'systemMessage',
  'suppressOutput',
];

/** Of clients that read Claude Code's fields. */
export function chooseClaudeAnswer(stdout: string): Chosen {
  return chooseAnswer(stdout, CLAUDE_FIELDS, true);
}

/** One line without control characters and secrets, for a note. */
function shorten(noise: string): string | null {
  const line = noise
    .slice(0, 16 * NOISE_CHARS)
    // eslint-disable-next-line no-control-regex -- terminals act on these
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  if (line === '') return noise.trim() === '' ? null : '…';
  const { text } = redactText(line.toWellFormed());
  return text.length <= NOISE_CHARS ? text : `${text.slice(0, NOISE_CHARS).toWellFormed()}…`;
}
