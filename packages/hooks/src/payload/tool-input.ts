/**
 * Converts inputs of file tools to Claude Code's keys and back, and lists the files of a call. Part of the hook path.
 */
import { normaliseToolName, type ToolSeen } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';

const PATH_KEYS: [string, string][] = [
  ['path', 'file_path'],
  ['filePath', 'file_path'],
  ['target_file', 'file_path'],
];
/** Native key, common key. The first native key that is present counts. */
const KEYS: Record<string, [string, string][]> = {
  Read: PATH_KEYS,
  Write: [...PATH_KEYS, ['file_text', 'content'], ['contents', 'content']],
  Edit: [...PATH_KEYS, ['old_str', 'old_string'], ['new_str', 'new_string']],
};

/** Further names that clients use for the common tools. */
const FURTHER_NAMES: Record<string, string> = {
  StrReplace: 'Edit',
  str_replace_editor: 'Edit',
  rg: 'Grep',
  TabRead: 'Read',
  TabWrite: 'Edit',
};

export function commonToolName(native: string): string {
  return Object.hasOwn(FURTHER_NAMES, native) ? FURTHER_NAMES[native]! : normaliseToolName(native);
}

function renames(tool: string, native: JsonValue): [string, string][] {
  const keys = Object.hasOwn(KEYS, tool) ? KEYS[tool]! : [];
  if (!isJsonObject(native)) return [];
  const taken = new Set<string>();
  return keys.filter(([key, common]) => {
    if (!Object.hasOwn(native, key) || Object.hasOwn(native, common) || taken.has(common))
      return false;
    taken.add(common);
    return true;
  });
}

/**
 * @example commonInput('Read', { path: 'a.ts' }) // → { file_path: 'a.ts' }
 */
export function commonInput(tool: string, native: JsonValue): JsonValue {
  const pairs = renames(tool, native);
  return pairs.length === 0 ? native : withKeys(native as JsonObject, new Map(pairs));
}

/** The other direction: the client's own keys, as far as its call used them. */
export function nativeInput(tool: string, common: JsonObject, announced: JsonValue): JsonObject {
  const pairs = renames(tool, announced);
  return pairs.length === 0
    ? common
    : withKeys(common, new Map(pairs.map(([native, key]) => [key, native])));
}

function withKeys(object: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    Object.keys(object).map((key) => [names.get(key) ?? key, object[key]!]),
  );
}

const MAX_FILES = 100;
const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.{1,1000})$/gm;

/** Files of a call, as the client wrote them, those of a patch included. */
export function filesOf(tool: string, input: JsonValue): string[] {
  const texts = typeof input === 'string' ? [input] : [];
  const files: string[] = [];
  if (isJsonObject(input)) {
    for (const key of ['file_path', 'notebook_path']) {
      const path = input[key];
      if (typeof path === 'string' && path !== '') files.push(path);
    }
    for (const key of ['patch', 'input', 'command']) {
      const text = input[key];
      if (tool === 'Edit' && typeof text === 'string') texts.push(text);
    }
  }
  for (const text of tool === 'Edit' ? texts : [])
    for (const match of text.matchAll(PATCHED)) {
      if (files.length >= MAX_FILES) break;
      files.push(match[1]!.trim());
    }
  return [...new Set(files)];
}

export interface ToolParts {
  native_name: string;
  input: JsonValue;
  /** Set if the client's name for the tool is not the one to look up. */
  name?: string;
  mcp?: ToolSeen['mcp'];
  response?: JsonValue;
  error?: string | null;
  is_error?: boolean | null;
  exit_code?: number | null;
  duration_ms?: number | null;
}

export function toolSeen({ native_name, input, ...parts }: ToolParts): ToolSeen {
  const name = parts.name ?? commonToolName(native_name);
  const common = commonInput(name, input);
  return {
    mcp: null,
    error: null,
    is_error: null,
    exit_code: null,
    duration_ms: null,
    ...parts,
    name,
    native_name,
    input: common,
    files: filesOf(name, common),
  };
}
