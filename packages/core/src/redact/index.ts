/**
 * Secrets and private text stop at the edge (DESIGN law 8): a payload is masked before it is sealed or spooled. Reaches
 * nothing but its own files: it is part of the hook path.
 */
import type { JsonObject, JsonValue } from '../json.ts';
import { isSecretKey } from './key-names.ts';
import { redactText } from './mask.ts';
import { stripPrivate } from './private-tags.ts';

export { redactText } from './mask.ts';
export { stripPrivate } from './private-tags.ts';

/** What stands where the whole value of a secret-naming key stood. */
const MASK = '[REDACTED]';

/** Where a value stands; its name is made only when something there was masked. */
interface Place {
  above: Place | null;
  at: string | number;
}

/**
 * A copy without secrets and private spans. Paths name what was masked, like `a.b[2].c`.
 *
 * @example redactPayload({ api_key: 'x', note: 'ok' }) // { payload: { api_key: '[REDACTED]', note: 'ok' }, redactedPaths: ['api_key'] }
 */
export function redactPayload(payload: JsonObject): {
  payload: JsonObject;
  redactedPaths: string[];
} {
  const redactedPaths: string[] = [];
  return { payload: redactObject(payload, null, false, redactedPaths), redactedPaths };
}

function redactObject(
  object: JsonObject,
  above: Place | null,
  isSecret: boolean,
  paths: string[],
): JsonObject {
  const out: JsonObject = {};
  for (const key of Object.keys(object)) {
    const value = redactValue(
      object[key]!,
      { above, at: key },
      isSecret || isSecretKey(key),
      paths,
    );
    // `__proto__` is a key like any other, not a way to the prototype.
    if (key === '__proto__')
      Object.defineProperty(out, key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else out[key] = value;
  }
  return out;
}

function redactValue(
  value: JsonValue,
  place: Place,
  isSecret: boolean,
  paths: string[],
): JsonValue {
  if (typeof value === 'string') return redactString(value, place, isSecret, paths);
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return redactObject(value, place, isSecret, paths);
  return value.map((item, at) => redactValue(item, { above: place, at }, isSecret, paths));
}

function redactString(value: string, place: Place, isSecret: boolean, paths: string[]): string {
  if (value === '' || value === MASK) return value;
  if (isSecret) {
    paths.push(pathOf(place));
    return MASK;
  }
  try {
    const open = stripPrivate(value);
    const { text, count } = redactText(open.text);
    if (open.stripped || count > 0) paths.push(pathOf(place));
    return text;
  } catch {
    // What could not be looked at is not passed on.
    paths.push(pathOf(place));
    return '[REDACTED:unreadable]';
  }
}

function pathOf({ above, at }: Place): string {
  const before = above === null ? '' : pathOf(above);
  if (typeof at === 'number') return `${before}[${at}]`;
  return before === '' ? nameOf(at) : `${before}.${nameOf(at)}`;
}

/** A key that holds the signs of a path is quoted. A key that is itself a secret is named by its masked form. */
function nameOf(key: string): string {
  const { text } = redactText(key);
  return /[.[\]"]/.test(text) ? JSON.stringify(text) : text;
}
