/**
 * A payload under construction: every text passes through `putText`, so that nothing is truncated unmasked or stored
 * without a limit.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { excerpt, NAME_CHARS, type ExcerptOptions } from './excerpt.ts';

export interface Draft {
  payload: JsonObject;
  redactedPaths: string[];
}

/** Keys of one object, at most. */
const MAX_KEYS = 64;
const MAX_ITEMS = 32;
const MAX_DEPTH = 3;
const VALUE_CHARS = 500;

export function newDraft(payload: JsonObject = {}): Draft {
  return { payload, redactedPaths: [] };
}

/** Adds a text unless it is not a string or is empty after masking. True if the text was cut. */
export function putText(
  draft: Draft,
  key: string,
  value: unknown,
  limit: number,
  options?: ExcerptOptions,
): boolean {
  if (typeof value !== 'string' || value === '') return false;
  // A text that is stored unchanged is masked when it is sealed; masking it here too would slow down every hook.
  if (value.length <= limit && !(options?.folded === true ? /[\s<]/ : /</).test(value)) {
    draft.payload[key] = value.toWellFormed();
    return false;
  }
  const { text, masked, truncated } = excerpt(value, limit, options);
  if (masked) draft.redactedPaths.push(key);
  if (text !== '') draft.payload[key] = text;
  return truncated;
}

/** A short text on one line: an id, a name. */
export function putName(draft: Draft, key: string, value: unknown): void {
  putText(draft, key, value, NAME_CHARS, { folded: true });
}

/** Adds a finite number or a boolean. */
export function putPlain(draft: Draft, key: string, value: unknown): void {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    draft.payload[key] = value;
}

/** Adds any JSON value with its depth, size and texts bounded. */
export function putValue(draft: Draft, key: string, value: JsonValue): void {
  const out = bounded(draft, key, value, 0);
  if (out !== undefined) draft.payload[key] = out;
}

function bounded(
  draft: Draft,
  path: string,
  value: JsonValue,
  depth: number,
): JsonValue | undefined {
  if (typeof value === 'string') {
    const { text, masked } = excerpt(value, VALUE_CHARS);
    if (masked) draft.redactedPaths.push(path);
    return text;
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (value === null || typeof value === 'boolean') return value;
  if (depth >= MAX_DEPTH) return undefined;
  const items: [string, JsonValue][] = Array.isArray(value)
    ? value.slice(0, MAX_ITEMS).map((item, index) => [String(index), item])
    : entriesOf(value);
  const kept: [string, JsonValue][] = [];
  for (const [name, item] of items) {
    const out = bounded(
      draft,
      Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`,
      item,
      depth + 1,
    );
    if (out !== undefined) kept.push([name, out]);
  }
  // `fromEntries` defines own properties: a key named __proto__ stays data.
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

/** The first entries of an object whose names may be written: bounded, well formed, not reserved. */
export function entriesOf(object: JsonObject): [string, JsonValue][] {
  const entries: [string, JsonValue][] = [];
  for (const key of Object.keys(object)) {
    if (entries.length >= MAX_KEYS) break;
    if (key.startsWith('__') || key.length > NAME_CHARS || !key.isWellFormed()) continue;
    entries.push([key, object[key]!]);
  }
  return entries;
}

/** The sorted names of a tool's arguments: never their values. */
export function argumentKeys(input: unknown): string[] {
  if (!isJsonObject(input)) return [];
  return Object.keys(input)
    .slice(0, MAX_KEYS)
    .map((key) => key.toWellFormed().slice(0, NAME_CHARS).toWellFormed())
    .sort();
}
