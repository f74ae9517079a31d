/**
 * A payload under construction: every text passes through `putText`, so that nothing is truncated unmasked or stored
 * without a limit.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { stripPrivate, redactText } from '../redact/index.ts';

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

// * Bounded, masked texts. A text is masked before it is cut: a cut through a secret would leave a half that no rule
// recognises, and a cut before a closing private tag would leave private text.

/** Characters of an excerpt of output. */
export const EXCERPT_CHARS = 240;
/** Characters of a short summary. */
export const SUMMARY_CHARS = 4_000;
/** Characters of one turn of the conversation. */
export const TURN_CHARS = 65_536;
/** Characters of a path, a command line, a reason. */
export const LINE_CHARS = 1_000;
/** Characters of a name: a tool, an id, a model. */
export const NAME_CHARS = 200;

/** Text is masked in a window of at least this size, which fits most outputs completely. */
const WINDOW_CHARS = 65_536;
/** Dropped from the end of a window that is not the complete text, because a secret may have been cut there. */
const GUARD_CHARS = 8_192;

export interface Excerpt {
  text: string;
  /** Something was masked or removed. */
  masked: boolean;
  /** Something was cut off. */
  truncated: boolean;
}

interface ExcerptOptions {
  /** Collapses white space to single blanks; a long text keeps its beginning and end. */
  folded?: boolean;
  /** The text is only the beginning of a longer one, so it may end in half a secret. */
  beginning?: boolean;
}

/**
 * Removes private spans, masks secrets, then cuts to `limit` UTF-16 units, never through a surrogate pair.
 *
 * @example excerpt('557 passed\n in 3 s', 240, { folded: true }).text === '557 passed in 3 s'
 */
export function excerpt(raw: string, limit: number, options: ExcerptOptions = {}): Excerpt {
  const window = Math.max(WINDOW_CHARS, limit + GUARD_CHARS);
  const whole = raw.length <= window && options.beginning !== true;
  const seen = raw.slice(0, window).toWellFormed();
  const open = stripPrivate(seen).text;
  const clean = redactText(open);
  let text = whole ? clean.text : clean.text.slice(0, Math.max(0, clean.text.length - GUARD_CHARS));
  if (options.folded) text = text.replace(/\s+/g, ' ').trim();
  const masked = clean.count > 0 || open !== seen;
  if (whole && text.length <= limit) return { text, masked, truncated: false };
  return { text: shorten(text, limit, whole && options.folded === true), masked, truncated: true };
}

const GAP = ' … ';

function shorten(text: string, limit: number, keepEnd: boolean): string {
  if (!keepEnd) return text.slice(0, limit).replace(HALF_AT_END, '');
  const head = Math.floor((limit - GAP.length) / 2);
  const tail = text.slice(text.length - (limit - GAP.length - head)).replace(HALF_AT_START, '');
  return text.slice(0, head).replace(HALF_AT_END, '') + GAP + tail;
}

const HALF_AT_END = /[\ud800-\udbff]$/;
const HALF_AT_START = /^[\udc00-\udfff]/;
