/** Builds the payload that a hook written for Claude Code expects, from an event of any client. */
import type { HookEvent } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { Handler } from '../../engine/handler.ts';
import type { InputContext } from '../dialect.ts';
import { claudeEvent } from './events.ts';
import { claudeSubject } from './subject.ts';
import { claudeToolInput, claudeToolName, claudeToolResponse } from './tool-words.ts';

/**
 * Exactly Claude Code's field names, in its order. A field that the client did not send is omitted, or empty if a hook
 * would fail without it.
 *
 * @example claudeInput(event, handler, context)
 * // → { session_id, transcript_path, cwd, permission_mode, hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: … }
 */
export function claudeInput(event: HookEvent, handler: Handler, context: InputContext): JsonObject {
  const name = handler.event;
  if (isOwn(event, name)) return { ...event.data, ...rewrites(event) };
  const { agent_id, agent_type, permission_mode } = event;
  const mode = claudeEvent(name)?.sendsMode === true ? (permission_mode?.mode ?? null) : null;
  return {
    session_id: event.session_id,
    transcript_path: event.transcript_path ?? '',
    cwd: event.cwd ?? context.projectDir,
    ...present({ prompt_id: event.turn_id, permission_mode: mode, agent_id, agent_type }),
    hook_event_name: name,
    ...fieldsOf(name, event),
  };
}

/** The client's payload is already in the format that the hook expects. */
function isOwn(event: HookEvent, name: string): boolean {
  return event.source === 'claude-code' && event.data['hook_event_name'] === name;
}

/** The changes of earlier hooks. */
function rewrites({ tool, data }: HookEvent): JsonObject {
  if (tool === null) return {};
  const out: JsonObject = {};
  if ('tool_input' in data) out['tool_input'] = tool.input;
  if ('tool_response' in data && tool.response !== undefined) out['tool_response'] = tool.response;
  return out;
}

function fieldsOf(name: string, event: HookEvent): JsonObject {
  const subject = (): string => claudeSubject(name, event);
  const { tool } = event;
  const data = innerOf(event.data);
  switch (name) {
    case 'SessionStart':
      return { source: subject(), ...present({ model: event.model }) };
    case 'SessionEnd':
      return { reason: subject() };
    case 'Setup':
      return { trigger: subject() };
    case 'UserPromptSubmit':
      return { prompt: event.prompt ?? '' };
    case 'PreToolUse':
      return { ...callOf(event), tool_use_id: idOf(event) };
    case 'PermissionRequest':
      return { ...callOf(event), permission_suggestions: data['permission_suggestions'] ?? [] };
    case 'PermissionDenied':
      return { ...callOf(event), tool_use_id: idOf(event), reason: event.message ?? '' };
    case 'PostToolUse':
      return {
        ...callOf(event),
        tool_response: tool === null ? '' : claudeToolResponse(tool),
        tool_use_id: idOf(event),
        ...present({ duration_ms: tool?.duration_ms ?? null }),
      };
    case 'PostToolUseFailure':
      return {
        ...callOf(event),
        tool_use_id: idOf(event),
        error: failureOf(event),
        is_interrupt: data['is_interrupt'] === true,
        ...present({ duration_ms: tool?.duration_ms ?? null }),
      };
    case 'Notification':
      return {
        message: event.message ?? '',
        ...copied(data, ['title']),
        notification_type: subject(),
      };
    case 'SubagentStart':
      return { agent_id: event.agent_id ?? event.id, agent_type: event.agent_type ?? subject() };
    case 'SubagentStop':
      return {
        stop_hook_active: event.stop_hook_active,
        agent_id: event.agent_id ?? event.id,
        agent_type: event.agent_type ?? subject(),
        agent_transcript_path: data['agent_transcript_path'] ?? event.transcript_path ?? '',
        ...stopped(event),
      };
    case 'Stop':
      return { stop_hook_active: event.stop_hook_active, ...stopped(event) };
    case 'StopFailure':
      return {
        error: subject(),
        ...present({
          error_details: event.message,
          last_assistant_message: event.last_assistant_message,
        }),
      };
    case 'PreCompact':
      return { trigger: subject(), custom_instructions: data['custom_instructions'] ?? null };
    case 'PostCompact':
      return {
        trigger: subject(),
        compact_summary: data['compact_summary'] ?? event.message ?? '',
      };
    case 'TaskCreated':
    case 'TaskCompleted':
      return {
        task_id: data['task_id'] ?? event.id,
        task_subject: data['task_subject'] ?? event.message ?? '',
        ...copied(data, ['task_description', 'teammate_name', 'team_name']),
      };
    default:
      return copied(data, OTHER_FIELDS[name] ?? []);
  }
}

/** Events that only Claude Code has: any other sender of them uses its field names. */
const OTHER_FIELDS: Record<string, string[]> = {
  InstructionsLoaded:
    'file_path memory_type load_reason globs trigger_file_path parent_file_path'.split(' '),
  UserPromptExpansion: 'expansion_type command_name command_args command_source prompt'.split(' '),
  MessageDisplay: ['turn_id', 'message_id', 'index', 'final', 'delta'],
  PostToolBatch: ['tool_calls'],
  TeammateIdle: ['teammate_name', 'team_name'],
  ConfigChange: ['source', 'file_path'],
  CwdChanged: ['old_cwd', 'new_cwd'],
  DirectoryAdded: ['directory', 'source'],
  FileChanged: ['file_path', 'event'],
  WorktreeCreate: ['name'],
  WorktreeRemove: ['worktree_path'],
  PreModelSwitch: ['from_model', 'to_model', 'requested_model', 'source', 'context_tokens'],
  PostModelSwitch: ['from_model', 'to_model', 'requested_model', 'source', 'context_tokens'],
  Elicitation: ['mcp_server_name', 'message', 'mode', 'url', 'elicitation_id', 'requested_schema'],
  ElicitationResult: ['mcp_server_name', 'elicitation_id', 'mode', 'action', 'content'],
};

function callOf({ tool }: HookEvent): JsonObject {
  return tool === null
    ? { tool_name: '', tool_input: {} }
    : { tool_name: claudeToolName(tool), tool_input: claudeToolInput(tool) };
}

function idOf({ tool_use_id, id }: HookEvent): string {
  return tool_use_id ?? id;
}

/** In Claude Code the text of a failed command begins with its exit code. */
function failureOf({ tool, message }: HookEvent): string {
  const text = tool?.error ?? message ?? (typeof tool?.response === 'string' ? tool.response : '');
  const code = tool?.exit_code ?? null;
  return code === null || text.startsWith('Exit code ') ? text : `Exit code ${code}\n${text}`;
}

function stopped({ last_assistant_message, data: outer }: HookEvent): JsonObject {
  const data = innerOf(outer);
  const list = (value: JsonValue | undefined): JsonValue => (Array.isArray(value) ? value : []);
  return {
    ...present({ last_assistant_message }),
    background_tasks: list(data['background_tasks']),
    session_crons: list(data['session_crons']),
  };
}

function present(fields: Record<string, string | number | null>): JsonObject {
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(fields)) if (value !== null) out[key] = value;
  return out;
}

function copied(data: JsonObject, keys: readonly string[]): JsonObject {
  const out: JsonObject = {};
  for (const key of keys) if (data[key] !== undefined) out[key] = data[key];
  return out;
}

/** Wrapper payloads (`hook_type`, `input_data`) have the fields one level down. */
function innerOf(data: JsonObject): JsonObject {
  const inner = data['input_data'] ?? null;
  return isJsonObject(inner) ? inner : data;
}
