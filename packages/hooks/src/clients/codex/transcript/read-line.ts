/**
 * One line of a Codex rollout (docs/reference/client-behaviour.md#codex-session-files): `{timestamp, ordinal, type,
 * payload}`.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { closeCall, idIn, openCall, partsOf, textIn } from '../../../transcript/carried.ts';
import type {
  OpenCall,
  ReaderState,
  ToolCallRecord,
  TranscriptRecord,
} from '../../../transcript/record.ts';
import { textOfContent, typedText } from '../../../transcript/said.ts';
import { commandOfCall, endOfCall } from './shell-call.ts';

const USER_TEXT = new Set(['input_text']);
const MODEL_TEXT = new Set(['output_text']);
/** Limit per turn, which no real turn reaches. */
const MAX_COMPACTIONS = 64;
const PREAMBLE = /^Another language model started to solve this problem[\s\S]*?:\n(?=\S)/;

type ReadPayload = (
  payload: JsonObject,
  state: ReaderState,
  line: JsonObject,
) => TranscriptRecord[];

export function readCodexLine(line: JsonObject, state: ReaderState): TranscriptRecord[] {
  const { type, payload } = line;
  if (typeof type !== 'string' || !isJsonObject(payload)) return [];
  const inner = type === 'response_item' || type === 'event_msg' ? textIn(payload, 'type') : null;
  const read = READERS[inner === null ? type : `${type}/${inner}`];
  if (read === undefined || (state.sessionId === null && type !== 'session_meta')) return [];
  return read(payload, state, line);
}

const READERS: Partial<Record<string, ReadPayload>> = {
  session_meta(payload, state, line) {
    // A file that continues another one repeats the beginning of that one.
    if (state.sessionId !== null) return [];
    const thread = idIn(payload, 'id') ?? idIn(payload, 'session_id');
    state.sessionId = idIn(payload, 'session_id') ?? thread;
    state.agentId = thread === state.sessionId ? null : thread;
    state.cwd = textIn(payload, 'cwd');
    if (state.sessionId === null || state.agentId !== null) return [];
    state.isStarted = true;
    const at = textIn(payload, 'timestamp');
    const started = partsOf(line, state, `session:${state.sessionId}`);
    const branch = textIn(payload['git'], 'branch');
    const record = { ...started, at: at ?? started.at, model: state.model, branch };
    return [{ ...record, kind: 'session_started' }];
  },
  turn_context(payload, state) {
    takeTurn(payload, state);
    state.cwd = textIn(payload, 'cwd') ?? state.cwd;
    state.model = textIn(payload, 'model') ?? state.model;
    return [];
  },
  'event_msg/task_started': (payload, state) => {
    takeTurn(payload, state);
    return [];
  },
  'response_item/message': message,
  'response_item/function_call': called,
  'response_item/custom_tool_call': called,
  'response_item/local_shell_call': called,
  'response_item/function_call_output': answered,
  'response_item/custom_tool_call_output': answered,
  // Comes before the output and has what the output lacks: the exit code and the duration.
  'event_msg/item_completed': (payload, state) => {
    const item = payload['item'];
    const id = idIn(item, 'id');
    if (id === null || !isJsonObject(item) || !Object.hasOwn(state.calls, id)) return [];
    Object.assign(state.calls[id]!, endOfCall(item));
    return [];
  },
  'event_msg/exec_command_end': (payload, state) => {
    const id = idIn(payload, 'call_id');
    if (id !== null && Object.hasOwn(state.calls, id))
      Object.assign(state.calls[id]!, endOfCall(payload));
    return [];
  },
  'event_msg/turn_aborted': (payload, state, line) => {
    const turnId = idIn(payload, 'turn_id') ?? state.turnId;
    if (turnId === null || state.agentId !== null || payload['reason'] !== 'interrupted') return [];
    return [{ ...partsOf(line, state, `interrupt:${turnId}`), turnId, kind: 'interrupt' }];
  },
  compacted(payload, state, line) {
    const summary = textIn(payload, 'message')?.replace(PREAMBLE, '').trim();
    const ref = `compaction:${textIn(line, 'timestamp') ?? ''}:${ordinalOf(line)}`;
    const { turnId } = state;
    if (state.compacted.turnId !== turnId) state.compacted = { turnId, refs: [] };
    const { refs } = state.compacted;
    // The same line, read again.
    if (!refs.includes(ref) && refs.length < MAX_COMPACTIONS) refs.push(ref);
    const nth = refs.indexOf(ref) + 1 || MAX_COMPACTIONS + 1;
    const told = { trigger: null, summary: summary || null, nth };
    return [{ ...partsOf(line, state, ref), kind: 'compaction', ...told }];
  },
};

function takeTurn(payload: JsonObject, state: ReaderState): void {
  state.turnId = idIn(payload, 'turn_id') ?? state.turnId;
  state.rootTurnId = idIn(payload, 'root_turn_id');
}

/** A user turn is stored in two places; this is the one that every version writes. */
function message(payload: JsonObject, state: ReaderState, line: JsonObject): TranscriptRecord[] {
  const role = payload['role'];
  const turnId = turnOf(payload) ?? state.turnId;
  if (
    state.agentId !== null ||
    (isJsonObject(line['metadata']) && line['metadata']['compaction_output'] === true)
  )
    return [];
  const ref =
    idIn(payload, 'id') ?? `${turnId ?? ''}:${textIn(line, 'timestamp') ?? ''}:${ordinalOf(line)}`;
  const base = { ...partsOf(line, state, ref), turnId };
  if (role === 'user' && isTyped(payload)) {
    const text = typedText(textOfContent(payload['content'], USER_TEXT));
    return text === null ? [] : [{ ...base, kind: 'user_turn', text }];
  }
  const text = role === 'assistant' ? textOfContent(payload['content'], MODEL_TEXT).trim() : '';
  return text === '' ? [] : [{ ...base, kind: 'assistant_turn', text }];
}

/** Newer versions mark which texts a person wrote. */
function isTyped(payload: JsonObject): boolean {
  const told = payload['internal_chat_message_metadata_passthrough'];
  const kinds = isJsonObject(told) ? told['content_item_kinds'] : undefined;
  return (
    !Array.isArray(kinds) ||
    kinds.length === 0 ||
    kinds.some((kind) => kind === 'user.text' || kind === 'unknown')
  );
}

function called(payload: JsonObject, state: ReaderState, line: JsonObject): TranscriptRecord[] {
  const id = idIn(payload, 'call_id') ?? idIn(payload, 'id');
  if (id === null) return [];
  const { tool, input } = commandOfCall(payload);
  const given = openCall(state, id, { tool, input, at: textIn(line, 'timestamp') });
  const turnId = turnOf(payload);
  if (turnId !== null && Object.hasOwn(state.calls, id)) state.calls[id]!.turnId = turnId;
  return given.map(([lost, call]) => ({
    ...ended(line, state, lost, call),
    response: null,
    error: null,
    status: 'unknown',
  }));
}

function answered(payload: JsonObject, state: ReaderState, line: JsonObject): TranscriptRecord[] {
  const id = idIn(payload, 'call_id');
  const call = id === null ? null : closeCall(state, id);
  if (id === null || call === null) return [];
  const told = endOfCall(payload);
  const exitCode = call.exitCode ?? told.exitCode;
  const text = call.output ?? told.output;
  const status = told.isRefused
    ? 'blocked'
    : exitCode === null
      ? told.isFailed
        ? 'error'
        : call.tool === 'Bash'
          ? 'unknown'
          : 'ok'
      : exitCode === 0
        ? 'ok'
        : 'error';
  const failed = status === 'error' || status === 'blocked';
  return [
    {
      ...ended(line, state, id, call),
      exitCode,
      durationMs: call.durationMs ?? told.durationMs,
      response: text,
      error: failed ? text : null,
      status,
    },
  ];
}

function ended(
  line: JsonObject,
  state: ReaderState,
  callId: string,
  { tool, input, turnId, exitCode, durationMs }: OpenCall,
): Omit<ToolCallRecord, 'response' | 'error' | 'status'> {
  const base = { ...partsOf(line, state, callId), turnId: turnId ?? state.turnId };
  return { ...base, kind: 'tool_call', callId, tool, input, exitCode, durationMs };
}

/** Older versions have no numbers. */
function ordinalOf({ ordinal }: JsonObject): string {
  return typeof ordinal === 'number' ? String(ordinal) : '';
}

function turnOf(payload: JsonObject): string | null {
  const told: JsonValue | undefined = payload['internal_chat_message_metadata_passthrough'];
  return idIn(told, 'turn_id');
}
