/** The output of `--json`: 2 spaces, sorted keys, safe on a terminal. */
import { encodeJson } from './terminal-text.ts';

/** @example jsonText({ b: 1, a: [] }) === '{\n  "a": [],\n  "b": 1\n}' */
export function jsonText(value: unknown): string {
  return encodeJson(JSON.stringify(sorted(value), null, 2));
}

/** The same value with sorted keys at every level. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const out: [string, unknown][] = [];
  for (const key of Object.keys(value).sort())
    out.push([key, sorted((value as Record<string, unknown>)[key])]);
  return Object.fromEntries(out);
}
