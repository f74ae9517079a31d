/**
 * Searches the session files of a project for calls that ran although our hook never answered for them: every hook of the
 * call was killed, so no event reported it.
 */
import fs from 'node:fs';
import type { HookEvent } from '@hookloom/core/hook';
import { readAnswered, callKeys, type AnsweredCall, type AnsweredCalls } from './answered-calls.ts';
import type { Finding } from './messages.ts';
import { claimReport, noteSearched, sessionsToSearch, type SessionFile } from './session-files.ts';
import { parseJsonObject } from '@hookloom/core';
import { CLIENTS } from '../../clients/index.ts';
import { readTranscriptLine, type TranscriptClient } from '../../clients/transcript-readers.ts';
import { newReaderState, type ToolCallRecord } from '../../transcript/record.ts';
import { tailLines } from '../../transcript/tail.ts';

export interface SearchRequest {
  stateDir: string;
  /** The key of the sessions. */
  project: string;
  event: HookEvent;
  /** Also search sessions that may never have sent their end. */
  withOthers: boolean;
  /** Since when a critical guard covers this event of a client, in epoch milliseconds; null if none does. */
  guardedSince(client: SessionFile['client'], event: HookEvent): number | null;
}

/** This many calls are named, further ones only counted. */
const MAX_TOLD = 5;

export function searchSessions(request: SearchRequest): Finding[] {
  const { stateDir, project, event, withOthers, guardedSince } = request;
  const findings = sessionsToSearch(stateDir, project, event, withOthers).flatMap((session) => {
    const searched = filesOf(session)
      .map((file) => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0)
      .join(' ');
    if (searched === session.searched) return [];
    const asked = readAnswered(stateDir, session.client);
    const calls =
      asked === null
        ? []
        : findMissedCalls(session, filesOf(session).flatMap(tailLines), asked, (call) =>
            guardedSince(session.client, call),
          );
    const own = calls.filter(({ id }) => claimReport(stateDir, project, id));
    noteSearched(stateDir, project, { ...session, searched });
    return own.map(({ id, tool, at, sessionId }): Finding => {
      const time = new Date(at).toTimeString().slice(0, 8);
      return {
        kind: 'missed',
        refused: false,
        critical: true,
        call: { tool, id, sessionId },
        message: `At ${time} a ${tool} call ran without its critical hook: the hook was ended, or was not asked. Run \`hookloom hooks doctor\`.`,
        detail: `${tool} ran at ${new Date(at).toISOString()}, and no critical hook had answered for it; found in the session file of ${session.client}.`,
      };
    });
  });
  const more = `${findings.length - MAX_TOLD} more calls ran without their critical hook; the log has them all.`;
  return findings.map((finding, nth) =>
    nth < MAX_TOLD ? finding : { ...finding, message: nth === MAX_TOLD ? more : '' },
  );
}

export interface MissedCall {
  id: string;
  tool: string;
  /** When it ended, in epoch milliseconds. */
  at: number;
  sessionId: string;
}

/** How long the clocks of two processes, or of two lines, may differ. */
const SLACK_MS = 2_000;
/** A client that sends no ids may report a call with another input than it stores. */
const SAME_CALL_MS = 10 * 60 * 1000;
const MAX_SUBAGENTS = 4;

/** The client's files for a session: Claude Code has an additional file for each subagent. */
export function filesOf({ client, path }: Pick<SessionFile, 'client' | 'path'>): string[] {
  if (client !== 'claude-code') return [path];
  const dir = `${path.replace(/\.jsonl$/, '')}/subagents`;
  try {
    const files = fs.readdirSync(dir).filter((name) => name.endsWith('.jsonl'));
    const dated = files
      .map((name) => `${dir}/${name}`)
      .map((file) => [file, fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0] as const);
    const newest = dated.toSorted((a, b) => b[1] - a[1]).slice(0, MAX_SUBAGENTS);
    return [path, ...newest.map(([file]) => file)];
  } catch {
    return [path];
  }
}

/**
 * In the order of the file.
 *
 * @param guardedSince When the first critical guard that covers this call began; null if none does
 */
export function findMissedCalls(
  { client, sessionId, since }: Pick<SessionFile, 'client' | 'sessionId' | 'since'>,
  lines: readonly string[],
  asked: AnsweredCalls,
  guardedSince: (event: HookEvent) => number | null,
): MissedCall[] {
  const ids = new Set(asked.calls.map(({ id }) => id));
  const left = asked.calls.filter(({ id }) => id === null);
  const calls = callsIn(client, sessionId, lines).map((call) => ({
    ...call,
    event: asBeforeTool(client, call.record),
  }));
  const open = calls
    .filter(({ event }) => event !== null && !ids.has(callKeys(event).id))
    .filter(({ event, endedAt }) => !takeMark(left, event!, endedAt, true))
    .filter(({ event, endedAt }) => !takeMark(left, event!, endedAt, false));
  return open.flatMap(({ record, event, startedAt, endedAt }) => {
    const guarded = hasRun(client, record) ? guardedSince(event!) : null;
    if (guarded === null || startedAt <= Math.max(since, asked.since, guarded)) return [];
    return [{ id: record.callId, tool: record.tool, at: endedAt, sessionId }];
  });
}

interface Call {
  record: ToolCallRecord;
  startedAt: number;
  endedAt: number;
}

function callsIn(client: TranscriptClient, sessionId: string, lines: readonly string[]): Call[] {
  // The line with the session's id may be earlier in the file.
  const state = { ...newReaderState(), sessionId, isStarted: true };
  const started = new Map<string, string | null>();
  const calls: Call[] = [];
  for (const line of lines) {
    const value = parseJsonObject(line);
    if (value === null) continue;
    for (const record of readTranscriptLine(client, value, state)) {
      if (record.kind !== 'tool_call') continue;
      const endedAt = Date.parse(record.at ?? '');
      const startedAt = Date.parse(started.get(record.callId) ?? record.at ?? '');
      if (!Number.isNaN(endedAt) && !Number.isNaN(startedAt))
        calls.push({ record, startedAt, endedAt });
    }
    for (const [id, { at }] of Object.entries(state.calls))
      if (!started.has(id)) started.set(id, at);
  }
  return calls;
}

/** The event that the client's hook would have delivered before the call; null if the client runs no hook for it. */
function asBeforeTool(client: TranscriptClient, record: ToolCallRecord): HookEvent | null {
  const { tool, input, callId, sessionId, cwd } = record;
  if (client === 'codex' && !/^(?:Bash|apply_patch|mcp__.*)$/.test(tool)) return null;
  const nativeEvent = CLIENTS[client].transcript?.before ?? '';
  const payload =
    client === 'copilot'
      ? { sessionId, cwd, toolName: tool, toolArgs: input, toolCallId: callId }
      : {
          session_id: sessionId,
          cwd,
          hook_event_name: nativeEvent,
          tool_name: tool,
          tool_input: input,
          tool_use_id: callId,
        };
  const event = CLIENTS[client].parse(payload, { nowMs: 0, raw: '', nativeEvent });
  return event.event_type === 'before_tool' && event.tool !== null
    ? { ...event, tool_use_id: callId }
    : null;
}

/** False for a call that the client refused before any hook (invalid input, unknown tool), which is an error too. */
function hasRun(client: TranscriptClient, { status, exitCode, error }: ToolCallRecord): boolean {
  if (status === 'ok' || exitCode !== null) return true;
  return (
    status === 'error' &&
    client === 'claude-code' &&
    !/^\s*<tool_use_error>|InputValidationError|No such tool/.test(error ?? '')
  );
}

/** Takes the newest mark without an id that may belong to the call. */
function takeMark(left: AnsweredCall[], event: HookEvent, endedAt: number, exact: boolean) {
  const { tool, input } = callKeys(event);
  const at = left.findLastIndex(
    (mark) =>
      mark.tool === tool &&
      mark.at <= endedAt + SLACK_MS &&
      (exact ? mark.input === input : mark.at >= endedAt - SAME_CALL_MS),
  );
  if (at >= 0) left.splice(at, 1);
  return at >= 0;
}
