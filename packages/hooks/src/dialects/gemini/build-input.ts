/** Builds the payload that a hook written for Gemini CLI expects, from an event of any client. */
import type { HookEvent } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import type { Handler } from '../../engine/handler.ts';
import type { InputContext } from '../dialect.ts';
import {
  geminiToolInput,
  geminiToolName,
  geminiToolResponse,
  geminiToolNames,
} from './tool-words.ts';
import { geminiEvent } from './events.ts';

/**
 * Exactly Gemini CLI's field names, in its order.
 *
 * @example geminiInput(event, handler, context)
 * // → { session_id, transcript_path, cwd, hook_event_name: 'BeforeTool', timestamp, tool_name: 'run_shell_command', … }
 */
export function geminiInput(event: HookEvent, handler: Handler, context: InputContext): JsonObject {
  const name = handler.event;
  if (event.source === 'gemini' && event.data['hook_event_name'] === name)
    return { ...event.data, ...rewrites(event) };
  return {
    session_id: event.session_id,
    transcript_path: event.transcript_path ?? '',
    cwd: event.cwd ?? context.projectDir,
    hook_event_name: name,
    timestamp: event.timestamp,
    ...fieldsOf(name, event),
  };
}

/** The changes of earlier hooks, in Gemini CLI's fields. */
function rewrites({ tool, data }: HookEvent): JsonObject {
  if (tool === null) return {};
  const out: JsonObject = {};
  if ('tool_input' in data) out['tool_input'] = geminiToolInput(tool);
  if ('tool_response' in data && tool.response !== undefined)
    out['tool_response'] = geminiToolResponse(tool);
  return out;
}

function fieldsOf(name: string, event: HookEvent): JsonObject {
  const { tool, data } = event;
  switch (name) {
    case 'SessionStart':
      return { source: geminiSubject(name, event) };
    case 'SessionEnd':
      return { reason: geminiSubject(name, event) };
    case 'PreCompress':
      return { trigger: geminiSubject(name, event) };
    case 'BeforeAgent':
      return { prompt: event.prompt ?? '' };
    case 'AfterAgent':
      return {
        prompt: event.prompt ?? '',
        prompt_response: event.last_assistant_message ?? '',
        stop_hook_active: event.stop_hook_active,
      };
    case 'BeforeTool':
      return callOf(event);
    case 'AfterTool': {
      const { mcp_context, ...call } = callOf(event);
      return {
        ...call,
        tool_response: tool === null ? {} : geminiToolResponse(tool),
        ...(mcp_context === undefined ? {} : { mcp_context }),
      };
    }
    case 'BeforeModel':
    case 'BeforeToolSelection':
      return { llm_request: data['llm_request'] ?? requestOf(event) };
    case 'AfterModel':
      return {
        llm_request: data['llm_request'] ?? requestOf(event),
        llm_response: data['llm_response'] ?? {
          text: event.last_assistant_message ?? '',
          candidates: [],
        },
      };
    case 'Notification':
      return {
        notification_type: geminiSubject(name, event),
        message: event.message ?? '',
        details: data['details'] ?? {},
      };
    default:
      return {};
  }
}

function callOf({ tool }: HookEvent): JsonObject {
  if (tool === null) return { tool_name: '', tool_input: {} };
  const { mcp } = tool;
  return {
    tool_name: geminiToolName(tool),
    tool_input: geminiToolInput(tool),
    ...(mcp === null ? {} : { mcp_context: { server_name: mcp.server, tool_name: mcp.tool } }),
  };
}

/** Other clients report only the model of a request. */
function requestOf({ model }: HookEvent): JsonObject {
  return { model: model ?? '', messages: [], config: {} };
}

// The word that a lifecycle event's matcher tests, in Gemini CLI's vocabulary.

/** Other clients' names for the same value. */
const WORDS: Record<string, Record<string, string>> = {
  SessionStart: {
    cli: 'startup',
    new: 'startup',
    user: 'startup',
    vscode: 'startup',
    fork: 'resume',
  },
  SessionEnd: {
    prompt_input_exit: 'exit',
    user_exit: 'exit',
    user_close: 'exit',
    window_close: 'exit',
  },
  Notification: { permission_prompt: 'ToolPermission' },
};

const DEFAULTS: Record<string, string> = {
  SessionStart: 'startup',
  SessionEnd: 'other',
  PreCompress: 'auto',
  Notification: '',
};

function geminiSubject(name: string, { subject }: HookEvent): string {
  if (subject === null || subject === '') return DEFAULTS[name] ?? '';
  const words = WORDS[name];
  return words !== undefined && Object.hasOwn(words, subject) ? words[subject]! : subject;
}

/** The values that a matcher of this event tests, the most specific first; empty: it has none. */
export function geminiMatcherValues(name: string, event: HookEvent): string[] {
  const matching = geminiEvent(name)?.matching ?? null;
  if (matching === null) return [];
  if (matching === 'search') return event.tool === null ? [''] : geminiToolNames(event.tool);
  return [...new Set([geminiSubject(name, event), event.subject ?? ''])].filter(
    (word, at) => at === 0 || word !== '',
  );
}
