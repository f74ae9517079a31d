/** One event as a row of a list: its subject in one phrase, who wrote it and where. Always truncated. */
import { renderCitation, stringsAt, type JsonObject } from '@hookloom/core';
import { eventClass, eventSummaries, type StoredEvent } from '@hookloom/core/events';
import { isUntrusted } from '@hookloom/memory';

/** The kinds of events in a list. */
export const KINDS = [
  'prompt',
  'reply',
  'tool',
  'command',
  'edit',
  'note',
  'summary',
  'fact',
  'session',
  'hook',
  'memory',
  'other',
] as const;
export type EventKind = (typeof KINDS)[number];

export type EventLine = ReturnType<typeof eventLine>;

export interface RowState {
  /** The id in the routes for notes, unique in the installation. */
  id: number;
  kind: 'observation' | 'summary' | 'prompt';
  pinned: boolean;
  /** Number of queue items that it covers. */
  covers: number;
  /** Whether its text was corrected after its event. */
  corrected: boolean;
  superseded: boolean;
}

const SUMMARY_CHARS = 300;
const MAX_FILES = 20;

export function eventLine(event: StoredEvent) {
  const { payload, origin } = event;
  return {
    seq: event.seq,
    id: event.id,
    type: event.type,
    kind: kindOf(event),
    class: eventClass(event.type),
    time: event.timestamp,
    actor: event.actorId.slice(0, 80),
    channel: origin?.channel ?? null,
    client: origin?.client?.slice(0, 80) ?? null,
    /** The client's own session id. */
    session_id: sessionOf(event),
    summary: summaryOf(event),
    /** A short addition to the summary: an outcome, a duration. */
    aside: asideOf(payload),
    files: filesOf(payload),
    concepts: stringsAt(payload, 'concepts').slice(0, MAX_FILES),
    citation: renderCitation(event.threadId, event.seq, event.hash),
    restricted: event.security?.sensitivity === 'restricted',
    forgotten: event.shredded !== null,
    /** Whether it came through an untrusted channel. */
    reported: origin?.channel !== undefined && isUntrusted(origin.channel),
    /** The later state of a note, prompt or summary; null for any other event. */
    row: null as RowState | null,
  };
}

/** The client's own session id, from the origin or else from the payload. */
export function sessionOf({ origin, payload }: StoredEvent): string | null {
  const id = origin?.session_id ?? payload['session_id'];
  return typeof id === 'string' && id !== '' ? id.slice(0, 200) : null;
}

const BY_TYPE = kindsBy({
  'tool.call.completed': 'tool',
  'command.completed': 'command',
  'file.edit.applied': 'edit',
  'session.summarized': 'summary',
  'hook.session_started': 'session',
  'session.ended': 'session',
  'session.genesis': 'session',
  'summarizer.called': 'memory',
  'context.injected': 'memory',
  'memory.remembered': 'fact',
  'memory.corrected': 'fact',
  'fact.invalidated': 'fact',
  'statement.reviewed': 'fact',
});
const BY_FAMILY = kindsBy({
  note: 'note',
  hook: 'hook',
  memory: 'memory',
  decision: 'fact',
  task: 'fact',
  goal: 'fact',
  issue: 'fact',
  user: 'fact',
  verification: 'fact',
});

/** A map, because event types are recorded text, and every object has `constructor`. */
function kindsBy(kinds: Record<string, EventKind>): ReadonlyMap<string, EventKind> {
  return new Map(Object.entries(kinds));
}

export function kindOf({ type, payload }: StoredEvent): EventKind {
  if (type === 'transcript.turn') return payload['role'] === 'user' ? 'prompt' : 'reply';
  return BY_TYPE.get(type) ?? BY_FAMILY.get(type.split('.')[0]!) ?? 'other';
}

export function summaryOf(event: StoredEvent): string {
  const note = event.shredded === null ? noteWords(event) : null;
  return oneLine(note ?? eventSummaries(false)(event));
}

/** Describes what happened to a note, because its payload has no readable text. */
function noteWords({ type, payload }: StoredEvent): string | null {
  const { title, pinned, reason } = payload;
  if (type === 'note.abandoned' && reason === 'deleted')
    return 'Work whose note was deleted gets no other';
  if (type === 'note.abandoned')
    return `No note could be made: ${typeof reason === 'string' ? reason.replaceAll('_', ' ') : 'unknown'}`;
  if (type === 'note.retried') return 'Work was put back into the queue of notes';
  if (type === 'note.merged') return 'More work was added to a note';
  if (type === 'statement.reviewed' && typeof payload['action'] === 'string')
    return `Review of a statement: ${payload['action']}`;
  if (type !== 'note.changed') return null;
  if (typeof title === 'string') return `A note was corrected: ${title}`;
  if (typeof pinned === 'boolean') return pinned ? 'A note was pinned' : 'A note was unpinned';
  return 'A note was corrected';
}

function asideOf(payload: JsonObject): string | null {
  const { exit_code: exit, duration_ms: ms, operation, decision, tool_name: tool } = payload;
  const words = [
    typeof tool === 'string' && typeof payload['path'] === 'string' ? tool.slice(0, 60) : null,
    typeof operation === 'string' ? operation.slice(0, 40) : null,
    typeof exit === 'number' ? `exit ${exit}` : null,
    typeof payload['handler'] === 'string' && typeof decision === 'string' ? decision : null,
    typeof ms === 'number' ? `${ms} ms` : null,
    typeof payload['bytes'] === 'number' ? `${payload['bytes']} bytes` : null,
  ].filter((word) => word !== null);
  return words.length === 0 ? null : words.join(' · ');
}

function filesOf(payload: JsonObject): string[] {
  const own = typeof payload['path'] === 'string' ? [payload['path']] : [];
  const more = ['files_read', 'files_modified', 'files_edited'].flatMap((key) =>
    stringsAt(payload, key),
  );
  return [...new Set([...own, ...more])].slice(0, MAX_FILES).map((file) => file.slice(0, 300));
}

function oneLine(text: string): string {
  const line = text
    .slice(0, 4 * SUMMARY_CHARS)
    .replace(/\s+/g, ' ')
    .trim();
  const cut = line.length > SUMMARY_CHARS ? `${line.slice(0, SUMMARY_CHARS - 1)}…` : line;
  return cut.toWellFormed();
}
