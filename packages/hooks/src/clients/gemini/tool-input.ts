/** Inputs of Gemini CLI's tools under Claude Code's keys, and back (tools of 0.61.0). Part of the hook path. */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';

/** Gemini CLI's key, common key. */
const KEYS: Record<string, readonly (readonly [native: string, common: string])[]> = {
  Read: [['absolute_path', 'file_path']],
  Edit: [['allow_multiple', 'replace_all']],
  Glob: [['dir_path', 'path']],
  Grep: [
    ['dir_path', 'path'],
    ['include_pattern', 'glob'],
  ],
  Agent: [['agent_name', 'subagent_type']],
};

function pairs(tool: string): readonly (readonly [string, string])[] {
  return Object.hasOwn(KEYS, tool) ? KEYS[tool]! : [];
}

/**
 * @example commonGeminiInput('Grep', { pattern: 'x', dir_path: 'src' }) // → { pattern: 'x', path: 'src' }
 */
export function commonGeminiInput(tool: string, native: JsonValue): JsonValue {
  if (!isJsonObject(native)) return native;
  return renamed(
    native,
    pairs(tool).filter(
      ([key, common]) => Object.hasOwn(native, key) && !Object.hasOwn(native, common),
    ),
  );
}

/** The reverse. A key that the call itself had under its common name stays. */
export function nativeGeminiInput(
  tool: string,
  common: JsonObject,
  announced: JsonValue,
): JsonObject {
  const kept = isJsonObject(announced) ? announced : {};
  const back = pairs(tool)
    .filter(([key, name]) => !Object.hasOwn(kept, name) && !Object.hasOwn(common, key))
    // A key without a counterpart in the call keeps its common name.
    .filter(([key]) => key !== 'absolute_path' || Object.hasOwn(kept, key))
    .map(([key, name]) => [name, key] as const);
  return renamed(common, back);
}

function renamed(object: JsonObject, names: readonly (readonly [string, string])[]): JsonObject {
  const map = new Map(names);
  return Object.fromEntries(Object.keys(object).map((key) => [map.get(key) ?? key, object[key]!]));
}
