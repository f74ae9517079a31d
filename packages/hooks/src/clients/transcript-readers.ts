/** Reads the session files of clients. */
import { transcriptTurn, type ClientName } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { CLIENTS } from './index.ts';
import type { ReaderState, TranscriptRecord } from '../transcript/record.ts';

/** A client with session files that are read. */
export type TranscriptClient = ClientName;

const MAX_PRIVATE_TURNS = 64;

/**
 * Reads one line of a session file. A session is reported with its first message or action. Records of an entirely
 * private prompt are omitted, as hooks omit them.
 *
 * @param isPrivateTurn For a subagent's file: whether the turn that it works for is private.
 */
export function readTranscriptLine(
  client: TranscriptClient,
  line: JsonObject,
  state: ReaderState,
  isPrivateTurn: (turnId: string) => boolean = () => false,
): TranscriptRecord[] {
  const told: TranscriptRecord[] = [];
  for (const record of CLIENTS[client].transcript?.readLine(line, state) ?? []) {
    if (record.kind === 'session_started') {
      state.held = record;
      continue;
    }
    if (record.kind === 'user_turn') keepPrivate(record.text, record.turnId, state);
    const turns = [record.turnId, state.rootTurnId].filter((id) => id !== null);
    if (state.isPrivate || turns.some((id) => state.privateTurns.includes(id) || isPrivateTurn(id)))
      continue;
    told.push(record);
  }
  if (told.length === 0 || state.held === null) return told;
  const { held } = state;
  state.held = null;
  return [held, ...told];
}

function keepPrivate(text: string, turnId: string | null, state: ReaderState): void {
  state.isPrivate = transcriptTurn('user', text) === null;
  if (state.isPrivate && turnId !== null)
    state.privateTurns = [...state.privateTurns, turnId].slice(-MAX_PRIVATE_TURNS);
}
