/**
 * Turns a record of a session file into the log events that the client's own hook for it would have made, under the
 * same keys, so that neither is recorded twice. Pure.
 */
import type { CallStatus } from '@hookloom/core/hook/call-status';
import { contentDigest } from '@hookloom/core/hook/delivery-key';
import type { HookContext, ObservedEvent, ObservedHook } from '@hookloom/core/hook/observed-event';
import type { JsonObject, JsonValue } from '@hookloom/core/json';
import { parseClaudeEvent } from '../clients/claude-code/parse-event.ts';
import { parseCodexEvent } from '../clients/codex/parse-event.ts';
import { parseCopilotEvent } from '../clients/copilot/parse-event.ts';
import { withoutStatusLine } from '../clients/copilot/shell-output.ts';
import { parseGeminiEvent } from '../clients/gemini/parse-event.ts';
import { withoutFrame } from '../clients/gemini/shell-output.ts';
import { toEvents } from './to-events.ts';
import type {
  AssistantTurnRecord,
  ToolCallRecord,
  TranscriptRecord,
} from '../transcript/record.ts';
import type { TranscriptClient } from '../clients/transcript-readers.ts';

/** The place where a record was read, beside its `ref`. */
export interface RecordPlace {
  /** The file's name without its folder. */
  file: string;
  /** Of the file, from 1. */
  line: number;
}

export interface CapturedEvent extends Omit<ObservedEvent, 'links' | 'causes' | 'windowMs'> {
  /** The client's time for it. */
  at: string | null;
}

interface Observing {
  /** Real path of the workspace. */
  root: string;
  /** `claude-local` and the like: what the events say they come from. */
  source: string;
  place: RecordPlace;
}

/** The native payload that the client's hook would have sent. */
type ToHook = (record: TranscriptRecord, context: HookContext) => ObservedHook;

const TO_HOOK: Partial<Record<TranscriptClient, ToHook>> = {
  'claude-code': (record, context) =>
    toEvents(parseClaudeEvent(claudePayload(record), NO_DELIVERY), context),
  codex(record, context) {
    const event = parseCodexEvent(commonPayload(record), NO_DELIVERY);
    if (record.kind === 'compaction') event.message = record.summary;
    if (record.kind === 'tool_call' && event.tool !== null) {
      const { status, exitCode, durationMs, error } = record;
      const isCommand = event.tool.name === 'Bash';
      Object.assign(event.tool, {
        exit_code: exitCode,
        duration_ms: durationMs,
        is_error: status === 'unknown' ? null : status !== 'ok',
        // For a command that ran it is the output, which is recorded already.
        error: isCommand && status !== 'blocked' ? null : error,
      });
    }
    return toEvents(event, context);
  },
  gemini(record, context) {
    const event = parseGeminiEvent(geminiPayload(record), NO_DELIVERY);
    if (event.tool !== null && record.kind === 'tool_call' && record.status !== 'ok')
      event.tool.is_error = record.status !== 'unknown';
    return toEvents(withoutFrame(event), context);
  },
  copilot(record, context) {
    const nativeEvent = COPILOT_EVENTS[record.kind];
    const event = parseCopilotEvent(copilotPayload(record), { ...NO_DELIVERY, nativeEvent });
    if (record.kind === 'compaction')
      Object.assign(event, { event_type: 'post_compact', native_event: 'PostCompact' });
    if (event.tool !== null && record.kind === 'tool_call') {
      const { status, exitCode, error } = record;
      const is_error = status === 'unknown' ? null : status !== 'ok';
      Object.assign(event.tool, { is_error, exit_code: exitCode, error });
    }
    return toEvents(withoutStatusLine(event), context);
  },
};

const NO_DELIVERY = { nowMs: 0, raw: '' };

/** None if the record is entirely private. */
export function observeRecord(
  client: TranscriptClient,
  record: TranscriptRecord,
  { root, source, place }: Observing,
): CapturedEvent[] {
  const events = TO_HOOK[client]?.(record, { root, digest: () => record.ref }).events ?? [];
  return events
    .filter((event) => isTold(event, record))
    .map((event) => {
      const { type, actorId, payload, redactedPaths, tool } = event;
      if (record.kind === 'tool_call') normalise(payload, event.type, record.status);
      if (record.turnId !== null && client === 'gemini') payload['turn_id'] = record.turnId;
      payload['source'] = source;
      payload['capture'] = { file: place.file, line: place.line, ref: record.ref };
      const isOfServer = client === 'gemini' && tool?.startsWith('mcp_') === true;
      return {
        type,
        actorId,
        payload,
        redactedPaths,
        ...(tool !== undefined && { tool }),
        key: keyOf(client, record, event.key),
        // The name shows that it was an MCP server, but not which one
        // (docs/reference/client-behaviour.md#gemini-cli-tool-names).
        channel: isOfServer ? 'mcp' : event.channel,
        at: record.at,
      };
    });
}

/** The events of a hook that the file also reports: not a stop, and not what a refused call did not do. */
function isTold({ type }: ObservedEvent, record: TranscriptRecord): boolean {
  switch (record.kind) {
    case 'user_turn':
    case 'assistant_turn':
      return type === 'transcript.turn';
    case 'tool_call':
      return (
        record.status !== 'blocked' || type === 'tool.call.completed' || type === 'decision.made'
      );
    default:
      return true;
  }
}

function normalise(payload: JsonObject, type: string, status: CallStatus): void {
  if (type === 'tool.call.completed') {
    // A command that ended with another code than 0 is known to have failed by the code alone.
    if (payload['status'] !== 'error' || status !== 'ok') payload['status'] = status;
  } else if (type === 'command.completed' && status === 'unknown' && payload['exit_code'] === 0) {
    payload['exit_code'] = null;
    payload['outcome'] = 'unknown';
  }
}

function keyOf(client: TranscriptClient, record: TranscriptRecord, key: string): string {
  if (record.kind === 'assistant_turn') return turnKey(client, record, key);
  // Its hook names every compaction by the turn alone, and the same one within seconds once.
  if (record.kind === 'compaction' && (record.nth ?? 1) > 1) return `${key}:${record.nth}`;
  // Gemini CLI's hooks send no ids at all: these keys only keep a record from being imported twice.
  return key;
}

function turnKey(client: TranscriptClient, record: AssistantTurnRecord, key: string): string {
  if (client === 'gemini' || record.turnId === null) return `Turn:${record.ref}`;
  return key.includes(record.turnId) ? key : `${record.turnId}:${contentDigest(record.text)}`;
}

const EVENTS: Record<TranscriptRecord['kind'], string> = {
  session_started: 'SessionStart',
  user_turn: 'UserPromptSubmit',
  assistant_turn: 'Stop',
  tool_call: 'PostToolUse',
  compaction: 'PostCompact',
  interrupt: 'Interrupt',
};

function commonPayload(record: TranscriptRecord): JsonObject {
  const out: JsonObject = { hook_event_name: EVENTS[record.kind], session_id: record.sessionId };
  put(out, 'cwd', record.cwd);
  put(out, 'agent_id', record.agentId);
  put(out, 'turn_id', record.turnId);
  switch (record.kind) {
    case 'session_started':
      put(out, 'model', record.model);
      put(out, 'branch', record.branch ?? null);
      break;
    case 'user_turn':
      out['prompt'] = record.text;
      break;
    case 'assistant_turn':
      out['last_assistant_message'] = record.text;
      break;
    case 'tool_call':
      putCall(out, record);
      break;
    case 'compaction':
      put(out, 'trigger', record.trigger);
      put(out, 'compact_summary', record.summary);
      break;
    case 'interrupt':
  }
  return out;
}

function putCall(out: JsonObject, record: ToolCallRecord): void {
  out['tool_name'] = record.tool;
  out['tool_input'] = record.input;
  out['tool_use_id'] = record.callId;
  put(out, 'duration_ms', record.durationMs);
  put(out, 'tool_response', record.response);
}

function claudePayload(record: TranscriptRecord): JsonObject {
  const out = commonPayload(record);
  delete out['turn_id'];
  put(out, 'prompt_id', record.turnId);
  if (record.kind === 'tool_call' && record.error !== null) {
    out['hook_event_name'] = 'PostToolUseFailure';
    out['error'] = record.error;
    out['is_interrupt'] = record.status === 'interrupted';
  }
  return out;
}

const GEMINI_EVENTS: Partial<Record<TranscriptRecord['kind'], string>> = {
  user_turn: 'BeforeAgent',
  assistant_turn: 'AfterAgent',
  tool_call: 'AfterTool',
};

function geminiPayload(record: TranscriptRecord): JsonObject {
  const out = commonPayload(record);
  out['hook_event_name'] = GEMINI_EVENTS[record.kind] ?? EVENTS[record.kind];
  if (record.kind === 'assistant_turn') out['prompt_response'] = record.text;
  if (record.kind === 'tool_call') {
    const { error, response } = record;
    out['tool_response'] = { llmContent: response, ...(error !== null && { error }) };
    const own = /^mcp_(zaxy|hookloom)_(.{1,200})$/.exec(record.tool);
    if (own !== null) out['mcp_context'] = { server_name: own[1]!, tool_name: own[2]! };
  }
  return out;
}

const COPILOT_EVENTS: Record<TranscriptRecord['kind'], string> = {
  session_started: 'sessionStart',
  user_turn: 'userPromptSubmitted',
  assistant_turn: 'agentStop',
  tool_call: 'postToolUse',
  compaction: 'preCompact',
  interrupt: 'interrupt',
};

function copilotPayload(record: TranscriptRecord): JsonObject {
  const out = commonPayload(record);
  delete out['hook_event_name'];
  if (record.kind === 'compaction') {
    out['customInstructions'] = record.summary;
    put(out, 'trigger', record.trigger);
  }
  return out;
}

function put(out: JsonObject, key: string, value: JsonValue): void {
  if (value !== null) out[key] = value;
}
