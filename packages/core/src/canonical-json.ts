import { invalidRequest, type HookloomError } from './errors.ts';
import { MAX_JSON_DEPTH } from './json.ts';

/**
 * RFC 8785 (JSON Canonicalization Scheme): object keys sorted by UTF-16 code units, no white space, ECMAScript numbers,
 * no escapes beyond those JSON requires. Throws `invalid_request` for a value without a canonical form: non-finite
 * numbers, lone surrogates, `undefined`, functions, symbols, bigints, and nesting beyond 512 levels.
 *
 * @example canonicalize({ b: 1, a: [true, 'é'] }) === '{"a":[true,"é"],"b":1}'
 */
export function canonicalize(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return writeString(value);
    case 'number':
      if (!Number.isFinite(value)) throw refuse('a non-finite number');
      return String(value === 0 ? 0 : value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      break;
    default:
      throw refuse(`a value of type ${typeof value}`);
  }
  if (value === null) return 'null';
  if (depth >= MAX_JSON_DEPTH) throw refuse(`nesting deeper than ${MAX_JSON_DEPTH} levels`);
  if (Array.isArray(value)) return writeArray(value, depth);
  return writeObject(value as Record<string, unknown>, depth);
}

function writeArray(items: unknown[], depth: number): string {
  let out = '[';
  for (let i = 0; i < items.length; i++) {
    if (i > 0) out += ',';
    out += write(items[i], depth + 1);
  }
  return out + ']';
}

function writeObject(object: Record<string, unknown>, depth: number): string {
  const keys = Object.keys(object);
  if (keys.length > 1) keys.sort();
  let out = '{';
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    if (i > 0) out += ',';
    out += writeString(key) + ':' + write(object[key], depth + 1);
  }
  return out + '}';
}

function writeString(text: string): string {
  if (!text.isWellFormed()) throw refuse('a lone surrogate');
  return JSON.stringify(text);
}

function refuse(what: string): HookloomError {
  return invalidRequest(
    `The payload holds ${what}, which has no canonical JSON form.`,
    'Send plain JSON data: finite numbers, well-formed Unicode, no undefined.',
  );
}
