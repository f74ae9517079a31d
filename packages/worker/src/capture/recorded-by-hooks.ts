/**
 * Matches records with what hooks have recorded, without a common key: Gemini's hooks send no ids, and no client's file
 * says how its session started. The hook comes first, because the client waits for it. Each hook event matches one
 * record.
 */
import { deliveredEvents, type DeliveredEvent } from '@hookloom/log/append';
import { CLIENTS, type CompactionRecord, type TranscriptRecord } from '@hookloom/hooks/clients';
import { observeRecord, type CapturedEvent } from '@hookloom/hooks';
import type { CaptureClient } from './watcher-state.ts';

/** The state of a file between passes. */
export interface HookMemory {
  /** Ids of events that have been matched. */
  used: string[];
  /** The turn whose prompt came from a hook. Its answer will, too. */
  turn: string | null;
  /** When that hook was called, in epoch milliseconds. */
  askedMs?: number;
  /** Where the answer begins that the hook at the end of the turn should record. That hook may never run. */
  held?: HeldAnswer | null;
}

export interface HeldAnswer {
  turnId: string;
  /** The position of its first line: the bytes and the complete lines before it. */
  offset: number;
  line: number;
}

export interface HookRecordSearch {
  eventloomDir: string;
  session: string;
  client: CaptureClient;
  root: string;
  memory: HookMemory;
}

/** The longest time between a record and its hook, which allows for a slow hook and a long tool call. */
const NEAR_MS = 60_000;
const MAX_USED = 256;
const MAX_EVENTS = 4_096;
/** The start of a session is among its first events. */
const MAX_FIRST = 16;
const MAX_OF_SESSION = 65_536;

/** Returns, record by record, whether a hook has recorded it. */
export function recordedByHooks(look: HookRecordSearch): (record: TranscriptRecord) => boolean {
  const { eventloomDir, session, client, memory } = look;
  const known = new Map<string, DeliveredEvent[]>();

  /** Events around the time of this record and later, because records are in order of time. */
  function nearby(scope: string, atMs: number): DeliveredEvent[] {
    let events = known.get(scope);
    if (events === undefined) {
      const of = { scope, sinceMs: atMs - NEAR_MS, limit: MAX_EVENTS };
      events = deliveredEvents(eventloomDir, session, of).filter(isFromHook);
      known.set(scope, events);
    }
    return events.filter((event) => Math.abs(event.atMs - atMs) <= NEAR_MS);
  }

  return (record) => {
    const { kind, sessionId, turnId } = record;
    if (kind === 'session_started') {
      const of = { scope: sessionId, sinceMs: 0, limit: MAX_FIRST };
      return deliveredEvents(eventloomDir, session, of).some(
        (event) => isFromHook(event) && event.type.startsWith('hook.'),
      );
    }
    if (kind === 'compaction') return isCounted(look, record);
    if (CLIENTS[client].transcript?.hasNoIds !== true) return false;
    if (kind === 'assistant_turn')
      return client === 'gemini' && turnId !== null && turnId === memory.turn;
    const atMs = record.at === null ? Number.NaN : Date.parse(record.at);
    if (Number.isNaN(atMs)) return false;
    const left = nearby(sessionId, atMs).filter(({ id }) => !memory.used.includes(id));
    const told = toldOf(client, record, look.root);
    const found =
      left.find((event) => isSame(event, told, [...SAME, 'result_summary'])) ??
      left.find((event) => isSame(event, told, SAME));
    if (kind === 'user_turn') {
      memory.turn = found === undefined ? null : turnId;
      if (found !== undefined) memory.askedMs = found.atMs;
    }
    if (found === undefined) return false;
    memory.used = [...memory.used, found.id].slice(-MAX_USED);
    return true;
  };
}

/** Whether the hook at the end of a turn has recorded the answer, before the time of the next prompt. */
export function isAnswered(
  { eventloomDir, session, memory }: HookRecordSearch,
  sessionId: string,
  nextMs: number,
): boolean {
  const of = { scope: sessionId, sinceMs: memory.askedMs ?? 0, limit: MAX_EVENTS };
  return deliveredEvents(eventloomDir, session, of).some(
    (event) =>
      isFromHook(event) &&
      event.atMs <= nextMs &&
      event.type === 'transcript.turn' &&
      event.payload['role'] === 'assistant',
  );
}

/** The second compaction of a turn has no key in common with its hook, so compactions per turn are counted. */
function isCounted({ eventloomDir, session }: HookRecordSearch, record: CompactionRecord): boolean {
  const { nth = 1, turnId, sessionId } = record;
  if (nth < 2) return false;
  const of = { scope: sessionId, sinceMs: 0, limit: MAX_OF_SESSION };
  const all = deliveredEvents(eventloomDir, session, of);
  const same = all.filter(
    ({ type, payload }) => type === 'compaction.completed' && payload['turn_id'] === turnId,
  );
  if (same.length >= nth) return true;
  // If a hook has recorded the previous one, the next hook may be about to come.
  const isNow = Math.abs(Date.now() - Date.parse(record.at ?? '')) <= NEAR_MS;
  return isNow && same.length === nth - 1 && same.every(isFromHook);
}

function isFromHook({ payload }: DeliveredEvent): boolean {
  return payload['capture'] === undefined;
}

/** Fields that a hook and a record share: the words of a turn, the name and the arguments of a call. */
const SAME = ['role', 'content', 'tool_name', 'argument_keys'];

function toldOf(client: CaptureClient, record: TranscriptRecord, root: string) {
  return observeRecord(client, record, { root, source: '', place: { file: '', line: 0 } })[0];
}

function isSame(event: DeliveredEvent, told: CapturedEvent | undefined, keys: string[]): boolean {
  if (told?.type !== event.type) return false;
  return keys.every((key) => print(told.payload[key]) === print(event.payload[key]));
}

function print(value: unknown): string {
  return JSON.stringify(value) ?? '';
}
