/** A settings file's text as plain values, in any format; faults as a sentence. Pure. */
import fs from 'node:fs';
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { attempt, isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { parseToml } from '../dialects/toml/parse-toml.ts';

export type SettingsFormat = 'json' | 'toml' | 'yaml';

type SettingsRead =
  | { ok: true; settings: JsonObject }
  /** The client will not read it either. */
  | { ok: false; reason: string };

/** The YAML parser is injected, so that callers without YAML do not load it. */
export type ParseYaml = (text: string) => unknown;

/** Comments and trailing commas are read; an empty file is an empty object. */
export function readSettingsText(
  text: string,
  format: SettingsFormat,
  parseYaml?: ParseYaml,
): SettingsRead {
  if (text.trim() === '') return { ok: true, settings: {} };
  try {
    if (format === 'json') return readJson(text);
    if (format === 'yaml' && parseYaml === undefined) return { ok: true, settings: {} };
    return asObject(format === 'toml' ? parseToml(text) : parseYaml!(text));
  } catch (error) {
    const line = (error as { line?: unknown }).line;
    const where = typeof line === 'number' ? ` in line ${line}` : '';
    return { ok: false, reason: `it is not ${format.toUpperCase()}${where}` };
  }
}

function readJson(text: string): SettingsRead {
  const errors: ParseError[] = [];
  const value = parseJsonc(text, errors);
  const [error] = errors;
  if (error === undefined) return asObject(value);
  const line = text.slice(0, error.offset).split('\n').length;
  return {
    ok: false,
    reason: `it is not JSON: ${printParseErrorCode(error.error)} in line ${line}`,
  };
}

/** JSON with comments, as far as it can be read. Like `JSON.parse`, it keeps a key `__proto__` as a key. */
export function parseJsonc(text: string, errors: ParseError[] = []): JsonValue | undefined {
  // A byte order mark is not JSON.
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  return root === undefined ? undefined : valueOf(root);
}

function valueOf({ type, value, children = [] }: Node): JsonValue {
  if (type === 'array') return children.map(valueOf);
  if (type !== 'object') return value as JsonValue;
  const pairs = children.flatMap(({ children: [key, of] = [] }) => (key && of ? [[key, of]] : []));
  return Object.fromEntries(pairs.map(([key, of]) => [key!.value, valueOf(of!)]));
}

function asObject(value: unknown): SettingsRead {
  return isJsonObject(value)
    ? { ok: true, settings: value }
    : { ok: false, reason: 'it contains no object' };
}

/** A larger settings file contains no hooks. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Null if there is no such file, or it cannot be read. */
export function readFileText(file: string): string | null {
  return attempt(() => {
    const stats = fs.statSync(file);
    return stats.isFile() && stats.size <= MAX_BYTES ? fs.readFileSync(file, 'utf8') : null;
  });
}
