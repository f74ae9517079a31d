/**
 * One line of a Gemini CLI chat file (docs/reference/client-behaviour.md#gemini-cli-session-files). A message with a
 * known id replaces the earlier one and `$set.messages` replaces all; what was reported before is not reported again.
 */
import { callStatus } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { idIn, isNews, partsOf, textIn } from '../../../transcript/carried.ts';
import type { ReaderState, TranscriptRecord } from '../../../transcript/record.ts';
import { textOfContent, typedText } from '../../../transcript/said.ts';

const TEXT = new Set(['text']);
/** Status words for a refusal by a hook or by a person. */
const BLOCKED =
  /^\{?"?(?:error"?:"?)?(?:Tool execution blocked|\[Operation Cancelled\] Reason: User|User (?:denied|did not allow))/;
/** Status words of a call that has not ended. */
const UNDER_WAY = new Set(['validating', 'scheduled', 'executing', 'awaiting_approval', 'pending']);

export function readGeminiLine(line: JsonObject, state: ReaderState): TranscriptRecord[] {
  const session = idIn(line, 'sessionId');
  if (session !== null && line['startTime'] !== undefined) return header(line, session, state);
  if (state.sessionId === null) return [];
  const set = line['$set'];
  if (!isJsonObject(set)) return message(line, state);
  const { messages } = set;
  return Array.isArray(messages)
    ? messages.filter(isJsonObject).flatMap((each) => message(each, state))
    : [];
}

function header(line: JsonObject, session: string, state: ReaderState): TranscriptRecord[] {
  // A resumed chat begins with its header again.
  const isAgain = state.sessionId === session;
  state.sessionId = session;
  if (line['kind'] === 'subagent') state.agentId = session;
  if (isAgain || state.agentId !== null) return [];
  state.isStarted = true;
  const started = partsOf({ timestamp: line['startTime'] ?? null }, state, `session:${session}`);
  return [{ ...started, kind: 'session_started', model: null }];
}

function message(line: JsonObject, state: ReaderState): TranscriptRecord[] {
  const id = idIn(line, 'id');
  const type = textIn(line, 'type');
  if (id === null || type === null) return [];
  if (type === 'user') return userMessage(line, id, state);
  if (type !== 'gemini') return [];
  state.model = textIn(line, 'model') ?? state.model;
  const records: TranscriptRecord[] = [];
  const text = textOfContent(line['content'], TEXT).trim();
  const news = text === '' ? null : isNews(state, id, text);
  if (news !== null) {
    const ref = news === 'new' ? id : `${id}:${state.told[id]}`;
    records.push({ ...partsOf(line, state, ref), kind: 'assistant_turn', text });
  }
  const calls = line['toolCalls'];
  for (const call of Array.isArray(calls) ? calls.filter(isJsonObject) : [])
    records.push(...toolCall(line, call, state));
  return records;
}

function userMessage(line: JsonObject, id: string, state: ReaderState): TranscriptRecord[] {
  const text = typedText(textOfContent(line['content'], TEXT));
  if (text === null) return [];
  const news = isNews(state, id, text);
  if (news === null) return [];
  state.turnId = id;
  const ref = news === 'new' ? id : `${id}:${state.told[id]}`;
  return [{ ...partsOf(line, state, ref), kind: 'user_turn', text }];
}

function toolCall(line: JsonObject, call: JsonObject, state: ReaderState): TranscriptRecord[] {
  const callId = idIn(call, 'id');
  const word = textIn(call, 'status') ?? '';
  if (callId === null || UNDER_WAY.has(word)) return [];
  if (isNews(state, `call:${callId}`, word) !== 'new') return [];
  const output = outputOf(call);
  const status = BLOCKED.test(output ?? '') ? 'blocked' : callStatus(word);
  return [
    {
      ...partsOf(call, state, callId),
      at: textIn(call, 'timestamp') ?? textIn(line, 'timestamp'),
      kind: 'tool_call',
      callId,
      tool: textIn(call, 'name') ?? 'unknown',
      input: call['args'] ?? {},
      response: output,
      error: status === 'error' || status === 'blocked' ? output : null,
      status,
      exitCode: null,
      durationMs: null,
    },
  ];
}

/** The result that went back to the model. */
function outputOf({ result }: JsonObject): string | null {
  const parts_: JsonValue[] = Array.isArray(result) ? result : [];
  const texts = parts_.filter(isJsonObject).map((part) => {
    const answer = part['functionResponse'];
    const response = isJsonObject(answer) ? answer['response'] : undefined;
    return textIn(response, 'output') ?? textIn(response, 'error') ?? textIn(part, 'text');
  });
  const told = texts.filter((text) => text !== null).join('\n');
  return told === '' ? null : told;
}
