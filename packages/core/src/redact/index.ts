/**
 * Masks secrets and private text in a payload before it is sealed or spooled. Imports only its own files, because it is
 * part of the hook path.
 */
import type { JsonObject, JsonValue } from '../json.ts';
import { judgeNames, maskOf, type Secrecy, judgeName } from './judge-name.ts';
import { isMask, maySecretBeIn, UNREADABLE } from './suspicion.ts';
import { maskSecrets } from './mask.ts';
import { stripTags } from './strip-tags.ts';

/**
 * Usual text contains nothing that suggests a secret and is returned at once.
 *
 * @example redactText('export GH=ghp_… now').text === 'export GH=[REDACTED:github] now'
 */
export function redactText(text: string): { text: string; count: number } {
  return maySecretBeIn(text) ? maskSecrets(text) : { text, count: 0 };
}

/** A key with one of these is written as in JSON. */
const QUOTED = /[.[\]"]/;
/** Deeper than anything that can be sealed. */
const MAX_DEPTH = 600;

/**
 * A copy without secrets and private spans. Paths name the masked values, like `a.b[2].c`; a key that contains a dot, a
 * bracket or a quote is written as in JSON.
 *
 * @example redactPayload({ api_key: 'x', note: 'ok' }) // { payload: { api_key: '[REDACTED:credential]', note: 'ok' },
 *   redactedPaths: ['api_key'] }
 */
export function redactPayload(payload: JsonObject) {
  const redactedPaths: string[] = [];
  return {
    payload: redactObject(payload, { path: '', secrecy: 0, depth: 0, paths: redactedPaths }),
    redactedPaths,
  };
}

interface Place {
  path: string;
  /** What the parent keys suggest about the value. */
  secrecy: Secrecy;
  depth: number;
  paths: string[];
}

function redactObject(object: JsonObject, { path, secrecy, depth, paths }: Place): JsonObject {
  const entries: [string, JsonValue][] = [];
  // `{"name": "DB_PASSWORD", "value": "…"}`: the name of the value is a value.
  const named = object['name'] ?? object['key'] ?? object['Name'];
  for (const key of Object.keys(object)) {
    const mask = (text: string) => redactString(text, { path, secrecy: 0, depth, paths: [] }, '');
    let name = mask(key);
    const isMasked = name !== key;
    // Two secrets as keys stay two entries.
    if (isMasked) while (entries.some(([other]) => other === name)) name += '_';
    const at = (path === '' ? '' : `${path}.`) + (QUOTED.test(name) ? JSON.stringify(name) : name);
    if (isMasked) paths.push(at);
    const isNamed = typeof named === 'string' && /^value$/i.test(key);
    const said = isNamed ? named : key;
    const shown = isNamed ? mask(named) : name;
    const own = said === shown ? secrecyOf(said) : judgeNames(said, shown);
    const place = { path: at, secrecy: secrecy > 1 ? secrecy : own, depth: depth + 1, paths };
    entries.push([name, redactValue(object[key]!, place, name)]);
  }
  // Sets `__proto__` like any other key.
  return Object.fromEntries(entries);
}

function redactValue(value: JsonValue, place: Place, key: string): JsonValue {
  if (typeof value === 'string') return redactString(value, place, key);
  if (typeof value !== 'object' || value === null) return value;
  if (place.depth > MAX_DEPTH) {
    place.paths.push(place.path);
    return UNREADABLE;
  }
  if (!Array.isArray(value)) return redactObject(value, place);
  const { path, secrecy, depth, paths } = place;
  return value.map((item, i) =>
    redactValue(item, { path: `${path}[${i}]`, secrecy, depth: depth + 1, paths }, key),
  );
}

function redactString(value: string, { path, secrecy, paths }: Place, key: string): string {
  if (value === '' || isMask(value)) return value;
  try {
    const open = stripPrivate(value);
    const { text, count } = redactText(open.text);
    const mask = secrecy === 0 ? null : maskOf(secrecy, key, text);
    if (mask !== null || open.stripped || count > 0) paths.push(path);
    return mask ?? text;
  } catch {
    // A value that could not be searched is not passed on.
    paths.push(path);
    return UNREADABLE;
  }
}

/**
 * Of keys and assignments whose value is a secret. Checked first, because the names of most keys contain none of these.
 */
const WORDS =
  /pass|pwd|secret|token|cred|auth|key|sig|cookie|bearer|ified|pw$|psk|nwort|woord|senha|parola|[^\0-~]/i;
/** Looks like a secret but is part of most of our own payloads. */
const OWN_KEY = 'argument_keys';

/**
 * @example secrecyOf('DB_PASSWORD') === 3 && secrecyOf('apiKey') === 2 && secrecyOf('max_tokens') === 0
 */
export function secrecyOf(name: string): Secrecy {
  return name !== OWN_KEY && WORDS.test(name) ? judgeName(name) : 0;
}

/** An angle bracket, also as JSON, HTML and URLs write it. */
const OPENING = /[<\\&%]/;
/** The texts that one of the tags must contain. */
const NAME =
  /private|(?:claude-mem|hookloom)-context|system[_-]instruction|persisted-output|system-reminder/i;

/**
 * Removes text that its author marked as private, and text that clients and memories inserted: spans with their content: any case, attributes, nested; a span without its end extends to the end of
 * the text. The tag that opened a span ends it, whatever is in between.
 *
 * @example stripPrivate('a <PRIVATE>b <private>c</private> d</PRIVATE> e').text === 'a e'
 */
export function stripPrivate(text: string): { text: string; stripped: boolean } {
  return OPENING.test(text) && NAME.test(text) ? stripTags(text) : { text, stripped: false };
}
