/** Builds the payload of this language for an event of any client (docs/reference/hook-language.md). */
import type { HookEvent } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import type { Handler } from '../../engine/handler.ts';
import { claudeToolInput, claudeToolName } from '../claude/tool-words.ts';
import type { InputContext } from '../dialect.ts';
import {
  tomlEvent,
  agentTypeOf,
  approvalMode,
  levelOf,
  reasonOf,
  sourceOf,
  textIn,
  triggerOf,
} from './events.ts';
import { textOfResponse } from './text-of-response.ts';

/**
 * Common fields, then the event's own, flattened, and nothing else. Texts that the client did not send are empty,
 * except `transcript_path` and `model`, which are omitted.
 *
 * @example tomlInput(event, handler, context)
 * // → { session_id, cwd, triggered_at, hook_event_name: 'PreToolUse', permission_mode: 'on-request', tool_name:
 * 'Bash', … }
 */
export function tomlInput(event: HookEvent, handler: Handler, context: InputContext): JsonObject {
  const { transcript_path } = event;
  return {
    session_id: event.session_id,
    cwd: event.cwd ?? context.projectDir,
    triggered_at: event.timestamp,
    hook_event_name: tomlEvent(handler.event)?.pascal ?? handler.event,
    permission_mode: approvalMode(event),
    ...(transcript_path === null || transcript_path === '' ? {} : { transcript_path }),
    ...fieldsOf(handler.event, event, context),
  };
}

function fieldsOf(name: string, event: HookEvent, { turnNumber }: InputContext): JsonObject {
  switch (tomlEvent(name)?.name) {
    case 'pre_tool_use':
    case 'permission_request':
      return callOf(event);
    case 'post_tool_use':
      return { ...callOf(event), tool_response: textOfResponse(event.tool?.response) };
    case 'post_tool_use_failure':
      return { tool_name: toolNameOf(event), error: errorOf(event) };
    case 'after_agent':
      return { turn_number: turnNumber };
    case 'session_start':
      return {
        source: sourceOf(event),
        ...(event.model === null ? {} : { model: event.model }),
        agent_type: event.agent_type ?? event.source,
      };
    case 'session_end':
      return { reason: reasonOf(event) };
    case 'user_prompt_submit':
      return { prompt: event.prompt ?? textIn(event, 'prompt') ?? '' };
    case 'stop':
      return { reason: event.subject ?? textIn(event, 'reason') ?? 'end_turn' };
    case 'notification':
      return { message: event.message ?? textIn(event, 'message') ?? '', level: levelOf(event) };
    case 'subagent_start': {
      const task = event.prompt ?? textIn(event, 'task', 'description', 'prompt') ?? '';
      return { agent_type: agentTypeOf(event), task };
    }
    case 'subagent_stop':
      return {
        agent_type: agentTypeOf(event),
        reason: textIn(event, 'reason') ?? 'task_completed',
      };
    case 'pre_compact':
      return { trigger: triggerOf(event) };
    case 'task_completed':
      return {
        summary:
          textIn(event, 'summary', 'task_subject', 'task_description') ?? event.message ?? '',
      };
    default:
      return {};
  }
}

function callOf({ tool }: HookEvent): JsonObject {
  return {
    tool_name: tool === null ? '' : claudeToolName(tool),
    tool_input: tool === null ? {} : claudeToolInput(tool),
  };
}

function toolNameOf({ tool }: HookEvent): string {
  return tool === null ? '' : claudeToolName(tool);
}

function errorOf({ tool, message }: HookEvent): string {
  const told = tool?.error ?? message;
  return told === null || told === '' ? textOfResponse(tool?.response) : told;
}
