/** Builds the payload that a hook written for Codex expects, from an event of any client. */
import type { HookEvent } from '@hookloom/core/hook';
import type { JsonObject, JsonValue } from '@hookloom/core';
import type { Handler } from '../../engine/handler.ts';
import type { InputContext } from '../dialect.ts';
import { agentTypeOf, textIn, triggerOf, sourceOf } from '../toml/events.ts';
import { codexEvent } from './events.ts';
import { codexToolInput, codexToolName, codexToolResponse, codexToolNames } from './tool-words.ts';

/** The modes that Codex has. Any other mode is reported as default. */
const MODES = new Set(['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions']);

/**
 * Codex's field names in its order. Its own events are passed on unchanged, with the rewrites of earlier hooks.
 *
 * @example codexInput(event, handler, context)
 * // → { session_id, turn_id, transcript_path, cwd, hook_event_name: 'PreToolUse', model, permission_mode, tool_name: 'Bash', … }
 */
export function codexInput(event: HookEvent, handler: Handler, context: InputContext): JsonObject {
  const name = handler.event;
  if (event.source === 'codex' && event.data['hook_event_name'] === name)
    return { ...event.data, ...rewrites(event) };
  const known = codexEvent(name);
  const { agent_id, permission_mode } = event;
  const mode = permission_mode?.mode ?? 'default';
  return {
    session_id: event.session_id,
    ...(known?.sendsTurn === true ? { turn_id: event.turn_id ?? event.id } : {}),
    ...(agent_id === null || known?.matcherField === 'agent_type'
      ? {}
      : { agent_id, agent_type: agentTypeOf({ ...event, subject: null }) }),
    transcript_path: event.transcript_path === '' ? null : event.transcript_path,
    cwd: event.cwd ?? context.projectDir,
    hook_event_name: name,
    ...(known?.sendsModel === true ? { model: event.model ?? '' } : {}),
    ...(known?.sendsMode === true ? { permission_mode: MODES.has(mode) ? mode : 'default' } : {}),
    ...fieldsOf(name, event),
  };
}

/** The changes of earlier hooks. */
function rewrites({ tool, data }: HookEvent): JsonObject {
  const out: JsonObject = {};
  if (tool === null) return out;
  if ('tool_input' in data) out['tool_input'] = tool.input;
  if ('tool_response' in data && tool.response !== undefined) out['tool_response'] = tool.response;
  return out;
}

function fieldsOf(name: string, event: HookEvent): JsonObject {
  const { tool } = event;
  const tool_use_id = event.tool_use_id ?? event.id;
  switch (name) {
    case 'SessionStart':
      return { source: codexSource(event) };
    case 'SessionEnd':
      return { reason: 'other' };
    case 'UserPromptSubmit':
      return { prompt: event.prompt ?? '' };
    case 'PreToolUse':
      return { ...callOf(event), tool_use_id };
    case 'PermissionRequest':
      return permissionOf(event);
    case 'PostToolUse':
      return { ...callOf(event), tool_response: codexToolResponse(tool), tool_use_id };
    case 'PreCompact':
    case 'PostCompact':
      return { trigger: triggerOf(event) };
    case 'SubagentStart':
      return agentOf(event);
    case 'SubagentStop':
      return { ...agentOf(event), ...transcriptOf(event), ...endOf(event) };
    case 'Stop':
      return endOf(event);
    case 'PostModelRequest':
      return { status: 'completed', error: null, token_usage: null };
    default:
      return {};
  }
}

function callOf({ tool }: HookEvent): { tool_name: string; tool_input: JsonValue } {
  return tool === null
    ? { tool_name: '', tool_input: {} }
    : { tool_name: codexToolName(tool), tool_input: codexToolInput(tool) };
}

/** The reason for an approval is part of the input. */
function permissionOf(event: HookEvent): JsonObject {
  const { tool_name, tool_input } = callOf(event);
  const { message } = event;
  const isBare =
    typeof tool_input === 'object' && tool_input !== null && !Array.isArray(tool_input);
  return isBare && message !== null && !('description' in tool_input)
    ? { tool_name, tool_input: { ...tool_input, description: message } }
    : { tool_name, tool_input };
}

function agentOf(event: HookEvent): JsonObject {
  return { agent_id: event.agent_id ?? event.id, agent_type: agentTypeOf(event) };
}

function transcriptOf(event: HookEvent): JsonObject {
  return { agent_transcript_path: textIn(event, 'agent_transcript_path') };
}

function endOf({ stop_hook_active, last_assistant_message }: HookEvent): JsonObject {
  return { stop_hook_active, last_assistant_message };
}

// What a matcher of a Codex hook tests, in Codex's vocabulary.

const SOURCES: Record<string, string> = { cli: 'startup', new: 'startup', user: 'startup' };

/** startup, resume, clear, compact, fork. */
function codexSource(event: HookEvent): string {
  const word = sourceOf(event);
  return Object.hasOwn(SOURCES, word) ? SOURCES[word]! : word;
}

/** The values that a matcher tests, the most specific first; empty: the event has none. */
export function codexMatcherValues(name: string, event: HookEvent): string[] {
  switch (codexEvent(name)?.matcherField) {
    case 'tool_name':
      return event.tool === null ? [''] : codexToolNames(event.tool);
    case 'source':
      return withSubject(codexSource(event), event);
    case 'reason':
      // Codex always says "other"; a rule may still use another client's word.
      return withSubject('other', event);
    case 'trigger':
      return [triggerOf(event)];
    case 'agent_type':
      return [agentTypeOf(event)];
    default:
      return [];
  }
}

function withSubject(word: string, { subject }: HookEvent): string[] {
  return subject === null || subject === '' || subject === word ? [word] : [word, subject];
}
