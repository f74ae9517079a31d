/**
 * Turns a record of a session file into the log events that the client's own hook for it would have made, under the
 * same keys, so that neither is recorded twice. Pure.
 */
import { contentDigest, type CallStatus, type ObservedEvent } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { CLIENTS } from '../clients/index.ts';
import type { TranscriptClient } from '../clients/transcript-readers.ts';
import type { AssistantTurnRecord, TranscriptRecord } from '../transcript/record.ts';
import { toEvents } from './to-events.ts';

/** The location of a record, in addition to its `ref`. */
export interface RecordPlace {
  /** The file's name without its folder. */
  file: string;
  /** Line of the file, from 1. */
  line: number;
}

export interface CapturedEvent extends Omit<ObservedEvent, 'links' | 'causes' | 'windowMs'> {
  /** The client's time for it. */
  at: string | null;
}

interface Observing {
  /** Real path of the workspace. */
  root: string;
  /** `claude-local` and the like: the source named in the events. */
  source: string;
  place: RecordPlace;
}

/** None if the record is entirely private. */
export function observeRecord(
  client: TranscriptClient,
  record: TranscriptRecord,
  { root, source, place }: Observing,
): CapturedEvent[] {
  const hook = CLIENTS[client].transcript?.toEvent(record);
  if (hook === undefined) return [];
  return toEvents(hook, { root, digest: () => record.ref })
    .events.filter((event) => isTold(event, record))
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

/** The hook events that the file also contains: not a stop, and not the effects of a refused call. */
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
    // A command with an exit code other than 0 is known to have failed by the code alone.
    if (payload['status'] !== 'error' || status !== 'ok') payload['status'] = status;
  } else if (type === 'command.completed' && status === 'unknown' && payload['exit_code'] === 0) {
    payload['exit_code'] = null;
    payload['outcome'] = 'unknown';
  }
}

function keyOf(client: TranscriptClient, record: TranscriptRecord, key: string): string {
  if (record.kind === 'assistant_turn') return turnKey(client, record, key);
  // Its hook identifies a compaction only by the turn, and records the same one within seconds once.
  if (record.kind === 'compaction' && (record.nth ?? 1) > 1) return `${key}:${record.nth}`;
  // Gemini CLI's hooks send no ids at all: these keys only keep a record from being imported twice.
  return key;
}

function turnKey(client: TranscriptClient, record: AssistantTurnRecord, key: string): string {
  if (client === 'gemini' || record.turnId === null) return `Turn:${record.ref}`;
  return key.includes(record.turnId) ? key : `${record.turnId}:${contentDigest(record.text)}`;
}
