/** Reads an untrusted payload: its fields, and the input of tools in common keys. Pure, never throws, part of the hook path. */
import {
  contentDigest,
  type ClientName,
  type DeliveryContext,
  type HookEvent,
  type HookEventType,
  type HookResponse,
  type PermissionMode,
  normaliseToolName,
  type ToolSeen,
} from '@hookloom/core/hook';
import { isJsonObject, isoTime, type JsonObject, type JsonValue } from '@hookloom/core';

/** UTF-16 units of one text of an event; the raw payload keeps the rest. */
export const MAX_TEXT_CHARS = 1_000_000;
const MAX_ID_CHARS = 200;
/** Deeper nesting is cut off in events: no tool needs it, and code that walks it must not overflow. */
const MAX_DEPTH = 64;

/** The first of these fields that is present and not null. */
export function valueAt(object: JsonObject, ...keys: string[]): JsonValue | undefined {
  for (const key of keys) {
    const value = Object.hasOwn(object, key) ? object[key] : undefined;
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** The first of these fields that is a non-empty string: well formed, bounded. */
export function textAt(object: JsonObject, ...keys: string[]): string | null {
  for (const key of keys) {
    const value = Object.hasOwn(object, key) ? object[key] : undefined;
    if (typeof value === 'string' && value !== '') return boundedText(value);
  }
  return null;
}

export function boundedText(text: string): string {
  return text.slice(0, MAX_TEXT_CHARS).toWellFormed();
}

/** The id, or its digest if it is too long. */
export function idAt(object: JsonObject, ...keys: string[]): string | null {
  const id = textAt(object, ...keys);
  return id === null || id.length <= MAX_ID_CHARS ? id : contentDigest(id);
}

export function objectAt(object: JsonObject, ...keys: string[]): JsonObject {
  return objectOf(valueAt(object, ...keys));
}

export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function numberAt(object: JsonObject, ...keys: string[]): number | null {
  const value = valueAt(object, ...keys);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** An exit code: an integer, otherwise null. */
export function codeAt(object: JsonObject, ...keys: string[]): number | null {
  const code = numberAt(object, ...keys);
  return Number.isSafeInteger(code) ? code : null;
}

/** The value of a JSON text; any other value unchanged. */
export function parsedValue(value: JsonValue | undefined): JsonValue {
  if (typeof value !== 'string') return cleanValue(value ?? null);
  if (/^\s*[[{"]/.test(value)) {
    try {
      return cleanValue(JSON.parse(value) as JsonValue);
    } catch {
      // Not JSON: a plain text.
    }
  }
  return cleanValue(value);
}

/** The value with well-formed strings, finite numbers and a bounded depth. */
export function cleanValue(value: JsonValue, depth = 0): JsonValue {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value === null || typeof value === 'boolean') return value;
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, depth + 1));
  // `fromEntries` defines own properties: a key named __proto__ stays data.
  return Object.fromEntries(
    Object.keys(value).map((key) => [key.toWellFormed(), cleanValue(value[key]!, depth + 1)]),
  );
}

/**
 * ISO 8601 UTC of the client's time (a date text, milliseconds, or seconds), or the time of arrival if it sent none.
 */
export function timeOf(value: JsonValue | undefined, nowMs: number): string {
  const ms =
    typeof value === 'number'
      ? value < 100_000_000_000
        ? value * 1_000
        : value
      : typeof value === 'string' && value.length <= 40
        ? Date.parse(value)
        : NaN;
  return (ms > 0 ? isoTime(Math.trunc(ms)) : '') || isoTime(nowMs);
}

const MODES: ReadonlySet<string> = new Set<PermissionMode>([
  'default',
  'plan',
  'acceptEdits',
  'auto',
  'dontAsk',
  'bypassPermissions',
]);

export function permissionModeOf(native: string | null): HookEvent['permission_mode'] {
  if (native === null) return null;
  return { mode: MODES.has(native) ? (native as PermissionMode) : null, native };
}

/** The last part of a path with either kind of separator. */
export function fileNameOf(path: string | null): string | null {
  return path === null ? null : (path.split(/[/\\]/).findLast((part) => part !== '') ?? null);
}

export interface EventHead {
  source: ClientName;
  type: HookEventType;
  native: string;
}

/** An event with only its arrival. */
export function newEvent(
  { source, type, native }: EventHead,
  payload: JsonObject,
  context: DeliveryContext,
): HookEvent {
  return {
    id: '',
    event_type: type,
    also: [],
    session_id: 'unknown',
    source,
    timestamp: isoTime(context.nowMs),
    data: payload,
    machine_id: null,
    cwd: null,
    user_id: null,
    project_id: null,
    workflow_id: null,
    metadata: {},
    native_event: native.slice(0, MAX_ID_CHARS).toWellFormed(),
    raw: context.raw,
    transcript_path: null,
    permission_mode: null,
    parent_session_id: null,
    agent_id: null,
    agent_type: null,
    turn_id: null,
    tool_use_id: null,
    model: null,
    tool: null,
    prompt: null,
    subject: null,
    message: null,
    stop_hook_active: false,
    last_assistant_message: null,
  };
}

/** Inputs of file tools have Claude Code's keys in an event. */
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

/** The reverse: the client's own keys, if its call used them. */
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

/** A field of a response if the value is a text that is not empty. */
export function responseText(
  field: 'reason' | 'context' | 'continue_with' | 'system_message' | 'stop_reason',
  value: JsonValue | undefined,
): Partial<HookResponse> {
  return typeof value === 'string' && value !== '' ? { [field]: value } : {};
}
