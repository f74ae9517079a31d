/**
 * What Claude Code honours of an answer, as strictly as observed
 * (docs/reference/client-behaviour.md#claude-code-answers). A wrong type or a wrong `hookEventName` makes the whole
 * JSON invalid; a line before the JSON makes everything plain text.
 */
import type { HookEvent, HookResponse, ToolSeen } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue, parseJsonObject } from '@hookloom/core';
import type { HookClient } from '../client.ts';
import { claudeEvent } from '../../dialects/claude/events.ts';
import { claudeInterpret } from '../../dialects/claude/interpret.ts';
import type { Handler } from '../../engine/handler.ts';

const NOTHING: HookResponse = { decision: 'none' };
/** Optional fields of the top level. */
const TYPES: Record<string, string> = {
  continue: 'boolean',
  suppressOutput: 'boolean',
  stopReason: 'string',
  systemMessage: 'string',
  reason: 'string',
  decision: 'string',
  hookSpecificOutput: 'object',
};
const DECISIONS = new Set(['approve', 'block']);

export const enforceClaude: HookClient['enforce'] = ({ stdout, stderr, exit }, event) => {
  const native = claudeEvent(event.native_event);
  if (native === undefined) return NOTHING;
  const text = stdout.replace(/^\uFEFF/, '').trim();
  const value = parseJsonObject(text);
  // JSON that the schema rejects has no effect. Other text is plain text on the events that accept it.
  if (exit === 2 && native.name === 'PermissionRequest') return NOTHING;
  if (value !== null && !isValid(value, native.name))
    return exit === 2 ? read('', stderr, exit, event) : NOTHING;
  if (value === null && text !== '' && native.name !== 'WorktreeCreate' && !native.takesPlainText)
    return exit === 2 ? read('', stderr, exit, event) : NOTHING;
  // Our tolerant reader would find an object in such a text; here it is plain text.
  if (value === null && text.includes('{'))
    return exit === 0 ? { decision: 'none', context: text } : NOTHING;
  return taken(read(text, stderr, exit, event), event);
};

/** Fields that the schema accepts but that have no effect. */
function taken(response: HookResponse, { native_event: name, tool }: HookEvent): HookResponse {
  const out = { ...response };
  // It reached no request to the model.
  if (name === 'Setup') delete out.context;
  if (out.updated_output !== undefined && !isOwnShape(out.updated_output, tool))
    delete out.updated_output;
  return out;
}

/** The types of a shell output's fields. A missing field makes the complete output invalid. */
const SHELL: Record<string, string> = {
  stdout: 'string',
  stderr: 'string',
  interrupted: 'boolean',
  isImage: 'boolean',
};

function isOwnShape(output: JsonValue, tool: ToolSeen | null): boolean {
  if (tool === null) return false;
  if (tool.mcp !== null) return typeof output === 'string' || Array.isArray(output);
  const own = tool.response;
  if (typeof own === 'string') return typeof output === 'string';
  if (!isJsonObject(output)) return false;
  if (tool.name === 'Bash' || tool.name === 'PowerShell')
    return Object.entries(SHELL).every(([key, type]) => typeof output[key] === type);
  const shape = isJsonObject(own ?? null) ? (own as JsonObject) : {};
  return Object.keys(shape).every((key) => typeof output[key] === typeof shape[key]);
}

function read(stdout: string, stderr: string, exitCode: number, event: HookEvent): HookResponse {
  const handler = { event: event.native_event, critical: false, async: false } as Handler;
  const outcome = {
    kind: 'process' as const,
    exitCode,
    signal: null,
    timedOut: false,
    startError: null,
    stdout,
    stderr,
    truncated: false,
    durationMs: 0,
  };
  return claudeInterpret(outcome, handler, event).response;
}

function isValid(value: JsonObject, name: string): boolean {
  for (const [key, type] of Object.entries(TYPES))
    if (Object.hasOwn(value, key) && (value[key] === null || typeof value[key] !== type))
      return false;
  if (typeof value['decision'] === 'string' && !DECISIONS.has(value['decision'])) return false;
  const specific = value['hookSpecificOutput'];
  if (specific === undefined) return true;
  if (!isJsonObject(specific) || specific['hookEventName'] !== name) return false;
  return !Object.values(specific).includes(null);
}
