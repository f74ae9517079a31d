/** Damages JSON values and texts as the world does, the same way every time for the same seed. */
import type { JsonObject, JsonValue } from '@hookloom/core';

/** Numbers from 0 to 1, from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS: readonly JsonValue[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  Number.MAX_VALUE,
  '',
  '\ud83d',
  '\u0000\u001b[31m',
  '__proto__',
  '../../etc/passwd',
  'deny',
  'Exit code 99999999999',
  '*** Begin Patch\n*** Update File: a\n'.repeat(20),
  'mcp____',
  'x'.repeat(5_000),
  [],
  [[[[[[[[]]]]]]]],
  {},
  { __proto__: null, constructor: 'x', toString: 1 },
  [null, 1, 'a', {}],
];

/** One to four changes somewhere in the value. */
export function mutate(value: JsonObject, random: () => number): JsonObject {
  let out = structuredClone(value);
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes--)
    out = mutateObject(out, random);
  return out;
}

function mutateObject(object: JsonObject, random: () => number): JsonObject {
  const keys = Object.keys(object);
  const key = keys[Math.floor(random() * keys.length)];
  if (key === undefined || random() < 0.1)
    return withKey(object, pick(KEYS, random), pick(WORDS, random));
  const inner = object[key];
  const choice = random();
  if (typeof inner === 'object' && inner !== null && !Array.isArray(inner) && choice < 0.5)
    return withKey(object, key, mutateObject(inner, random));
  if (choice < 0.65)
    return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  if (choice < 0.75 && typeof inner === 'string')
    return withKey(object, key, damaged(inner, random));
  return withKey(object, key, pick(WORDS, random));
}

const KEYS = [
  '__proto__',
  'constructor',
  'hook_event_name',
  'tool_input',
  'tool_response',
  'session_id',
  'unknown_field',
  '',
];

/** Own property, also for `__proto__`. */
function withKey(object: JsonObject, key: string, value: JsonValue): JsonObject {
  const out = { ...object };
  Object.defineProperty(out, key, { value, enumerable: true, configurable: true, writable: true });
  return out;
}

export function damaged(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length + 1));
  const choice = random();
  if (choice < 0.3) return text.slice(0, at);
  if (choice < 0.6) return text.slice(0, at) + pick(PIECES, random) + text.slice(at);
  return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 3));
}

const PIECES = [
  '"',
  '{',
  '}',
  '\\',
  '\n',
  '\u0000',
  '\ud83d',
  ',',
  ':',
  ' ',
  '}}',
  '[',
  'null',
  '\uFEFF',
];

export function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!;
}
