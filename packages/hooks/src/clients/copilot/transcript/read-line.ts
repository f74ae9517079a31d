/** One line of a Copilot CLI session file: `{type, data, id, timestamp, agentId?}`, one event each. */
import { contentDigest } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { closeCall, idIn, openCall, partsOf, textIn } from '../../../transcript/carried.ts';
import type {
  OpenCall,
  ReaderState,
  ToolCallRecord,
  TranscriptRecord,
} from '../../../transcript/record.ts';
import { typedText } from '../../../transcript/said.ts';
import { exitCodeOf } from '../shell-output.ts';

export function readCopilotLine(line: JsonObject, state: ReaderState): TranscriptRecord[] {
  const read = READERS[textIn(line, 'type') ?? ''];
  const { data } = line;
  if (read === undefined || !isJsonObject(data)) return [];
  // The work of subagents is in the file of their session.
  state.agentId = idIn(line, 'agentId');
  return read({ line, data }, state);
}

interface Read {
  line: JsonObject;
  data: JsonObject;
}

const READERS: Partial<Record<string, (read: Read, state: ReaderState) => TranscriptRecord[]>> = {
  'session.start'({ line, data }, state) {
    const session = idIn(data, 'sessionId');
    if (session === null) return [];
    const isAgain = state.sessionId === session;
    state.sessionId = session;
    state.cwd = textIn(data['context'], 'cwd') ?? state.cwd;
    state.model = textIn(data, 'selectedModel') ?? state.model;
    if (isAgain) return [];
    state.isStarted = true;
    const started = { ...partsOf(line, state, `session:${session}`), turnId: null };
    return [{ ...started, kind: 'session_started', model: state.model }];
  },
  // A stop hook that sent the agent back: Copilot adds its text as the next message of the user.
  'hook.end'({ data }, state) {
    const { output } = data;
    if (data['hookType'] !== 'agentStop' || !isJsonObject(output)) return [];
    const reason = textIn(output, 'reason');
    if (output['decision'] === 'block' && reason !== null) state.continued = digestOf(reason);
    return [];
  },
  'user.message'({ line, data }, state) {
    const id = idIn(data, 'messageId');
    const content = textIn(data, 'content');
    if (state.sessionId === null || state.agentId !== null || id === null || content === null)
      return [];
    const isContinued = state.continued === digestOf(content);
    state.continued = null;
    const text = isContinued || textIn(data, 'source') !== null ? null : typedText(content);
    if (text === null) return [];
    state.turnId = id;
    return [{ ...partsOf(line, state, id), kind: 'user_turn', text }];
  },
  'assistant.message'({ line, data }, state) {
    state.model = textIn(data, 'model') ?? state.model;
    const text = textIn(data, 'content')?.trim() ?? '';
    const id = idIn(data, 'messageId');
    // The last message of a subagent is returned as the result of its call.
    if (state.sessionId === null || state.agentId !== null || id === null || text === '') return [];
    const turnId = idIn(data, 'originatingMessageId') ?? state.turnId;
    return [{ ...partsOf(line, state, id), turnId, kind: 'assistant_turn', text }];
  },
  'tool.execution_start'({ line, data }, state) {
    const id = idIn(data, 'toolCallId');
    if (state.sessionId === null || id === null) return [];
    const tool = textIn(data, 'toolName') ?? 'unknown';
    const call = { tool, input: data['arguments'] ?? {}, at: textIn(line, 'timestamp') };
    return openCall(state, id, call).map(([lost, given]) => ({
      ...ended(line, state, lost, given),
      response: null,
      error: null,
      status: 'unknown',
      exitCode: null,
    }));
  },
  'tool.execution_complete'({ line, data }, state) {
    const id = idIn(data, 'toolCallId');
    const call = id === null ? null : closeCall(state, id);
    if (id === null || call === null) return [];
    const failed = data['success'] === false;
    const error = failed ? (textIn(data['error'], 'message') ?? 'The tool failed.') : null;
    const response = failed ? null : textIn(data['result'], 'content');
    const exitCode = codeIn(data['shellExecution']) ?? exitCodeOf(response ?? '');
    const status = !failed
      ? (exitCode ?? 0) === 0
        ? 'ok'
        : 'error'
      : /^(?:denied|rejected)$/.test(textIn(data['error'], 'code') ?? '')
        ? 'blocked'
        : 'error';
    return [{ ...ended(line, state, id, call), response, error, status, exitCode }];
  },
  'session.compaction_complete'({ line, data }, state) {
    if (state.sessionId === null || data['success'] === false) return [];
    const ref = idIn(data, 'compactionAttemptId') ?? idIn(line, 'id') ?? '';
    const trigger = textIn(data, 'trigger') === 'manual' ? 'manual' : 'auto';
    const summary =
      textIn(data, 'summaryContent')
        ?.replaceAll(/<\/?summary>/g, '')
        .trim() || null;
    return [{ ...partsOf(line, state, ref), kind: 'compaction', trigger, summary }];
  },
};

function codeIn(value: JsonValue | undefined): number | null {
  const code = isJsonObject(value) ? value['exitCode'] : undefined;
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : null;
}

function digestOf(text: string): string {
  return contentDigest(text).slice(0, 16);
}

function ended(
  line: JsonObject,
  state: ReaderState,
  callId: string,
  { tool, input, turnId }: OpenCall,
): Omit<ToolCallRecord, 'response' | 'error' | 'status' | 'exitCode'> {
  const base = { ...partsOf(line, state, callId), turnId: turnId ?? state.turnId };
  return { ...base, kind: 'tool_call', callId, tool, input, durationMs: null };
}
