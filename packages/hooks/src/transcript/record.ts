/**
 * The records of any client's session file, in client-neutral fields. A reader turns one line into such records; thinking,
 * system reminders and injected context are left out.
 */
import type { CallStatus } from '@hookloom/core/hook';
import type { JsonObject, JsonValue } from '@hookloom/core';

interface RecordParts {
  /**
   * Names the record within the client's session whatever file, line or pass it is read in: the client's own id of it.
   * Reading the record again gives the same name.
   */
  ref: string;
  /** RFC 3339, the client's; null if the line has none. */
  at: string | null;
  /** The client's own session id. */
  sessionId: string;
  /** Claude's prompt id, Codex's turn id, the id of Gemini's user message. */
  turnId: string | null;
  /** Set inside a subagent. */
  agentId: string | null;
  cwd: string | null;
}

export type SessionRecord = RecordParts & {
  kind: 'session_started';
  model: string | null;
  /** The git branch, if the client records it. */
  branch?: string | null;
};
export type UserTurnRecord = RecordParts & { kind: 'user_turn'; text: string };
export type AssistantTurnRecord = RecordParts & { kind: 'assistant_turn'; text: string };
/** A call with its result; of a shell tool also the command that ended, of an edit tool the files that it changed. */
export type ToolCallRecord = RecordParts & {
  kind: 'tool_call';
  callId: string;
  tool: string;
  input: JsonValue;
  response: JsonValue;
  /** The message of a failed call. */
  error: string | null;
  status: CallStatus;
  /** Null if unknown. */
  exitCode: number | null;
  durationMs: number | null;
};
export type CompactionRecord = RecordParts & {
  kind: 'compaction';
  trigger: string | null;
  summary: string | null;
  /** Its position in its turn, from 1, if the client has no id for it. */
  nth?: number;
};

/** A person ended the turn. */
export type InterruptRecord = RecordParts & { kind: 'interrupt' };

export type TranscriptRecord =
  | SessionRecord
  | UserTurnRecord
  | AssistantTurnRecord
  | ToolCallRecord
  | CompactionRecord
  | InterruptRecord;

/** A call whose result has not been read yet. */
export interface OpenCall {
  tool: string;
  input: JsonValue;
  at: string | null;
  turnId: string | null;
  exitCode: number | null;
  durationMs: number | null;
  output: string | null;
}

/** A reader's state from line to line; stored as JSON between two passes, bounded for any file. */
export interface ReaderState {
  sessionId: string | null;
  turnId: string | null;
  agentId: string | null;
  cwd: string | null;
  model: string | null;
  isStarted: boolean;
  /** The session's first record, until its first message or action. */
  held: SessionRecord | null;
  /** Codex: the turn of the person that a subagent's own turn goes back to. */
  rootTurnId: string | null;
  /** The newest prompt was private from end to end. */
  isPrivate: boolean;
  privateTurns: string[];
  /** By call id, the oldest first. */
  calls: Record<string, OpenCall>;
  /** Records that were reported already, for clients that write a record again: id → digest; the oldest first. */
  told: Record<string, string>;
  /** Copilot: digest of a stop hook's text, until it arrives as a message of the user. */
  continued?: string | null;
  /** Codex: the compactions of the newest turn, by their refs. */
  compacted: { turnId: string | null; refs: string[] };
}

export function newReaderState(): ReaderState {
  return {
    sessionId: null,
    turnId: null,
    agentId: null,
    cwd: null,
    model: null,
    isStarted: false,
    held: null,
    rootTurnId: null,
    isPrivate: false,
    privateTurns: [],
    calls: {},
    told: {},
    compacted: { turnId: null, refs: [] },
  };
}

/**
 * Reads one line. Pure except for the given state; never throws for any JSON object. The same lines in any number of
 * passes give the same records.
 */
export type ReadTranscriptLine = (line: JsonObject, state: ReaderState) => TranscriptRecord[];
