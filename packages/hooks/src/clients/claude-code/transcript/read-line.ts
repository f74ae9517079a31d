/** One line of a Claude Code session file (docs/reference/client-behaviour.md#claude-code-session-files). */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { closeCall, idIn, openCall, textIn } from '../../../transcript/carried.ts';
import type {
  OpenCall,
  ReaderState,
  ReadTranscriptLine,
  ToolCallRecord,
  TranscriptRecord,
} from '../../../transcript/record.ts';
import { textOfContent, typedText } from '../../../transcript/said.ts';

const TEXT = new Set(['text']);
const INTERRUPTED = /^\s*\[Request interrupted by user/;
/** The result text of a refused call, which never ran. */
const REFUSED =
  /^(?:Error: )?(?:The user doesn't want to (?:proceed|take this action)|Permission (?:to use|for this)|Claude requested permissions|(?:Pre\w+:)?\S{0,100} ?hook (?:error|blocked|denied|returned blocking)|Hook \S+ denied|This tool use was rejected|PreToolUse:)/i;

export function readClaudeLine(line: JsonObject, state: ReaderState): TranscriptRecord[] {
  const sessionId = idIn(line, 'sessionId') ?? state.sessionId;
  if (sessionId === null) return [];
  const isNew = sessionId !== state.sessionId;
  state.sessionId = sessionId;
  const read = READERS[textIn(line, 'type') ?? ''];
  // Notes of the program itself name no folder; the session starts with its first message.
  if (read === undefined || textIn(line, 'uuid') === null) return [];
  state.cwd = textIn(line, 'cwd') ?? state.cwd;
  state.agentId = idIn(line, 'agentId');
  state.turnId = idIn(line, 'promptId') ?? state.turnId;
  const records = read(line, state);
  if (records.length === 0 || state.agentId !== null || (state.isStarted && !isNew)) return records;
  state.isStarted = true;
  const started = parts(line, state, `session:${sessionId}`);
  // `HEAD`: no branch is checked out.
  const branch = textIn(line, 'gitBranch')?.replace(/^HEAD$/, '') || null;
  return [
    { ...started, turnId: null, kind: 'session_started', model: state.model, branch },
    ...records,
  ];
}

const READERS: Partial<Record<string, ReadTranscriptLine>> = {
  user(line, state) {
    if (line['isCompactSummary'] === true) return compacted(line, state);
    const content = contentOf(line);
    const results = Array.isArray(content) ? content.filter(isResult) : [];
    if (results.length > 0) return results.flatMap((block) => answered(line, block, state));
    // A subagent's prompt is the words of the model that started it.
    if (line['isMeta'] === true || state.agentId !== null || line['isSidechain'] === true)
      return [];
    const said = textOfContent(content, TEXT);
    if (INTERRUPTED.test(said)) return [{ ...parts(line, state, refOf(line)), kind: 'interrupt' }];
    const text = typedText(said);
    if (text === null) return [];
    return [{ ...parts(line, state, refOf(line)), kind: 'user_turn', text }];
  },
  assistant(line, state) {
    const content = contentOf(line);
    state.model = textIn(line['message'], 'model') ?? state.model;
    const records: TranscriptRecord[] = [];
    for (const block of Array.isArray(content) ? content.filter(isJsonObject) : []) {
      const id = idIn(block, 'id');
      if (block['type'] === 'tool_use' && id !== null) {
        const tool = textIn(block, 'name') ?? 'unknown';
        const given = openCall(state, id, {
          tool,
          input: block['input'] ?? {},
          at: textIn(line, 'timestamp'),
        });
        records.push(...given.map(([lost, call]) => unanswered(line, state, lost, call)));
      }
    }
    // The last message of a subagent is returned as the result of its call.
    const text = textOfContent(content, TEXT).trim();
    if (text !== '' && state.agentId === null && line['isApiErrorMessage'] !== true)
      records.push({ ...parts(line, state, refOf(line)), kind: 'assistant_turn', text });
    return records;
  },
};

function compacted(line: JsonObject, state: ReaderState): TranscriptRecord[] {
  const text = textOfContent(contentOf(line), TEXT);
  const summary = /\nSummary:\n([\s\S]*?)(?:\n\nIf you need specific details from before|$)/.exec(
    text,
  );
  const said = (summary?.[1] ?? text).trim();
  const record = parts(line, state, refOf(line));
  return [{ ...record, kind: 'compaction', trigger: null, summary: said === '' ? null : said }];
}

function isResult(block: JsonValue): block is JsonObject {
  return (
    isJsonObject(block) && block['type'] === 'tool_result' && idIn(block, 'tool_use_id') !== null
  );
}

function answered(line: JsonObject, block: JsonObject, state: ReaderState): TranscriptRecord[] {
  const callId = idIn(block, 'tool_use_id')!;
  const call = closeCall(state, callId);
  if (call === null) return [];
  const told = textOfContent(block['content'], TEXT);
  const failed = block['is_error'] === true;
  const result = line['toolUseResult'];
  const response = failed ? null : isJsonObject(result) ? result : (block['content'] ?? null);
  const isInterrupted =
    (isJsonObject(result) && result['interrupted'] === true) ||
    told.startsWith('[Request interrupted');
  const status = isInterrupted
    ? 'interrupted'
    : failed
      ? REFUSED.test(told)
        ? 'blocked'
        : 'error'
      : 'ok';
  const error = failed ? told || 'The tool failed.' : null;
  return [{ ...ended(line, state, callId, call), response, error, status }];
}

function unanswered(
  line: JsonObject,
  state: ReaderState,
  callId: string,
  call: OpenCall,
): ToolCallRecord {
  return { ...ended(line, state, callId, call), response: null, error: null, status: 'unknown' };
}

function ended(
  line: JsonObject,
  state: ReaderState,
  callId: string,
  { tool, input, turnId }: OpenCall,
): Omit<ToolCallRecord, 'response' | 'error' | 'status'> {
  const base = { ...parts(line, state, callId), turnId: turnId ?? state.turnId };
  return { ...base, kind: 'tool_call', callId, tool, input, exitCode: null, durationMs: null };
}

function contentOf(line: JsonObject): JsonValue | undefined {
  return isJsonObject(line['message']) ? line['message']['content'] : undefined;
}

function refOf(line: JsonObject): string {
  return idIn(line, 'uuid')!;
}

function parts(line: JsonObject, state: ReaderState, ref: string) {
  const { turnId, agentId, cwd } = state;
  return { ref, at: textIn(line, 'timestamp'), sessionId: state.sessionId!, turnId, agentId, cwd };
}
