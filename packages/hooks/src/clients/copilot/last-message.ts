/**
 * The assistant's last message. Copilot's agentStop does not contain it, but names the session file, which Copilot writes
 * while the hook runs. Only the end of the file is read. Part of the hook path.
 */
import type { HookEvent } from '@hookloom/core/hook';
import { parseJsonObject, readEnd } from '@hookloom/core';
import { idAt, numberAt, objectAt, textAt } from '../../payload/fields.ts';

const MAX_BYTES = 256 * 1024;
/** Copilot writes its file some milliseconds after it calls the hook, rarely more than 50. */
const MOST_MS = 300;
const PAUSE_MS = 10;

/** The event with the last message of its turn, if it is found in time. Otherwise it does not change. */
export function withLastMessage(event: HookEvent): HookEvent {
  const { transcript_path: file, last_assistant_message: said } = event;
  if (said !== null || file === null || !isSessionFile(file, event)) return event;
  const found = readUntil(file, stopMs(event), Date.now() + MOST_MS);
  if (found === null) return event;
  const { text, turnId } = found;
  return { ...event, last_assistant_message: text, turn_id: event.turn_id ?? turnId };
}

/** No other file is read, whatever the payload names. */
function isSessionFile(file: string, { session_id }: HookEvent): boolean {
  const parts = file.split(/[/\\]/).slice(-3);
  return parts.join('/') === `session-state/${session_id}/events.jsonl`;
}

/** When the event happened, in milliseconds: the line of this very stop has the same time. */
function stopMs({ data }: HookEvent): number | null {
  const ms = numberAt(data, 'timestamp') ?? Date.parse(textAt(data, 'timestamp') ?? '');
  return Number.isFinite(ms) ? ms : null;
}

interface LastMessage {
  text: string;
  /** Of the prompt that it answers. */
  turnId: string | null;
}

function readUntil(file: string, atMs: number | null, deadline: number): LastMessage | null {
  if (atMs === null) return null;
  for (;;) {
    const text = readEnd(file, MAX_BYTES);
    if (text === null) return null;
    const end = text.indexOf(`"timestamp":${atMs}`);
    if (end >= 0) return lastIn(text.slice(0, end).split('\n').slice(0, -1));
    if (Date.now() >= deadline) return null;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

function lastIn(lines: readonly string[]): LastMessage | null {
  for (const line of lines.toReversed()) {
    if (!line.includes('"assistant.message"')) continue;
    const event = parseJsonObject(line);
    if (event?.['type'] !== 'assistant.message' || event['agentId'] !== undefined) continue;
    const data = objectAt(event, 'data');
    const text = textAt(data, 'content')?.trim() ?? '';
    return text === '' ? null : { text, turnId: idAt(data, 'originatingMessageId') };
  }
  return null;
}
