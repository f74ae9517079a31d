/**
 * Projects sessions, prompts, notes and summaries, and the queue of notes (`pending.ts`). The rows depend only on the
 * events and their order, so a rebuild gives the same rows.
 */
import { isJsonObject, sha256Hex, stringsAt, type JsonObject } from '@hookloom/core';
import type { Channel, StoredEvent } from '@hookloom/core/events';
import { isUntrusted } from '../channels.ts';
import { textOf } from '../extract/extracted.ts';
import { SUMMARY_FIELDS } from '../extract/noted-text.ts';
import { docId } from '../store/stored-ids.ts';
import type { Database, SqlValue } from '../store/port.ts';
import { openNoteStatements, type NoteStatements } from '../store/notes/note-statements.ts';
import { openPending, type Step } from './pending.ts';

/** What rows repeat of their session. */
interface KnownSession {
  id: number;
  platform: string;
  project: string;
}

const MAX_CACHED = 10_000;

export function createNoteProjection(db: Database) {
  const rows = openNoteStatements(db);
  const queue = openPending(db);
  const sessions = new Map<string, KnownSession>();

  const seen: Step = (sid, event) => {
    const name = contentSessionOf(event);
    if (name !== null) touch(sid, event, name);
  };
  const steps: Record<string, Step> = {
    'hook.session_started': started,
    'hook.session_resumed': started,
    'hook.resumed': started,
    'transcript.turn': turn,
    'tool.call.completed': seen,
    'command.completed': seen,
    'file.edit.applied': seen,
    'session.ended': ended,
    'note.recorded': recorded,
    'note.merged': merged,
    'note.changed': changed,
    'session.summarized': summarized,
  };

  return {
    /** By type, for authorised events that were not shredded, except calls of this product. */
    steps: new Map(
      [...new Set([...Object.keys(steps), ...Object.keys(queue.steps)])].map((type) => [
        type,
        [steps[type], queue.steps[type]].filter((step) => step !== undefined),
      ]),
    ),
    /** Writes new rows to the search tables: before they are changed or removed, and at the end of a batch. */
    flush() {
      queue.flush();
      rows.flush();
    },
    /** Called when the transaction was rolled back. */
    drop: () => rows.drop(),
    /** Discards all cached ids, because another process has written or a session was emptied. */
    forgetIds() {
      sessions.clear();
      queue.drop();
    },
  };

  /** The session's row, which the first event that names the session creates. */
  function touch(sid: number, event: StoredEvent, name: string): KnownSession {
    const key = `${sid} ${name}`;
    let known = sessions.get(key) ?? rows.session(sid, name);
    if (known === null) {
      known = {
        id: docId(sid, event.seq),
        platform: event.origin?.client ?? textOf(event.payload, 'source'),
        project: folderName(textOf(event.payload, 'workspace')),
      };
      const title = textOf(event.payload, 'custom_title');
      rows.addSession(source(sid, event, known.platform), name, known.project, title);
    }
    if (sessions.size >= MAX_CACHED) sessions.clear();
    sessions.set(key, known);
    return known;
  }

  function started(sid: number, event: StoredEvent): void {
    const name = contentSessionOf(event);
    if (name === null) return;
    const known = touch(sid, event, name);
    if (known.project === '') {
      known.project = folderName(textOf(event.payload, 'workspace'));
      rows.nameProject(known.id, known.project);
    }
    rows.place(known.id, textOf(event.payload, 'workspace'), textOf(event.payload, 'branch'));
    rows.reopen(known.id);
  }

  function turn(sid: number, event: StoredEvent): void {
    const name = contentSessionOf(event);
    if (name === null) return;
    const known = touch(sid, event, name);
    const text = textOf(event.payload, 'content');
    if (textOf(event.payload, 'role') !== 'user' || text === '') return;
    const number = rows.countPrompt(known.id, numberOf(event.payload, 'prompt_number'), text);
    rows.addPrompt(source(sid, event, known.platform), {
      session: known.id,
      name,
      project: known.project,
      number,
      text,
    });
  }

  /** A session that is unknown belongs to a server. */
  function ended(sid: number, event: StoredEvent): void {
    const name = contentSessionOf(event);
    const known = name === null ? null : rows.session(sid, name);
    if (known === null) return;
    const status = textOf(event.payload, 'status') === 'failed' ? 'failed' : 'completed';
    rows.close(known.id, status, event.timestamp, Date.parse(event.timestamp) || 0);
  }

  function recorded(sid: number, event: StoredEvent): void {
    const { payload } = event;
    const name = contentSessionOf(event);
    if (name === null) return;
    const known = touch(sid, event, name);
    const from = source(sid, event, known.platform);
    const title = textOf(payload, 'title');
    const narrative = orNull(textOf(payload, 'narrative'));
    const [read, modified, concepts] = ['files_read', 'files_modified', 'concepts'].map((key) =>
      distinct(stringsAt(payload, key)),
    );
    rows.addObservation(from, {
      memory_session_id: name,
      project: known.project,
      type: textOf(payload, 'type') || 'discovery',
      title,
      subtitle: orNull(textOf(payload, 'subtitle')),
      facts: JSON.stringify(stringsAt(payload, 'facts')),
      narrative,
      concepts: JSON.stringify(concepts),
      files_read: JSON.stringify(read),
      files_modified: JSON.stringify(modified),
      prompt_number: numberOf(payload, 'prompt_number'),
      discovery_tokens: tokensOf(payload),
      content_hash: contentHash(name, title, narrative),
      generated_by_model: textOf(payload, 'made_by'),
      agent_type: orNull(textOf(payload, 'agent_type')),
      agent_id: orNull(textOf(payload, 'agent_id')),
      metadata: metadataOf(statesOf(payload)),
      pinned: payload['pinned'] === true ? 1 : 0,
      covers: JSON.stringify(distinct(stringsAt(payload, 'covers'))),
    });
    const place = { sid, id: from.id, epoch: from.epoch };
    for (const path of distinct([...read!, ...modified!])) rows.addFile(place, path);
    for (const concept of concepts!) rows.addConcept(place, concept);
    const older = textOf(payload, 'supersedes');
    if (older !== '') rows.supersede(sid, older, event.seq);
  }

  function merged(sid: number, event: StoredEvent): void {
    const { payload, seq } = event;
    const note = rows.note(sid, textOf(payload, 'note'));
    if (note === null) return;
    const [read, modified, facts, covers] = (
      ['files_read', 'files_modified', 'facts', 'covers'] as const
    ).map((key) => distinct([...note[key], ...stringsAt(payload, key)]));
    rows.setNote(note, {
      files_read: JSON.stringify(read),
      files_modified: JSON.stringify(modified),
      facts: JSON.stringify(facts),
      covers: JSON.stringify(covers),
      metadata: metadataOf({ ...note.file_states, ...statesOf(payload) }),
      relevance_count: note.relevance_count + 1,
      ...reportedBy(event),
      ...(stringsAt(payload, 'facts').length > 0 && { told_seq: seq }),
    });
    if (note.isRetired) return;
    const place = { sid, id: note.id, epoch: note.created_at_epoch };
    for (const path of [...read!, ...modified!]) rows.addFile(place, path);
  }

  function changed(sid: number, event: StoredEvent): void {
    const { payload } = event;
    const note = rows.note(sid, textOf(payload, 'note'));
    if (note === null) return;
    const set: Record<string, SqlValue> = { ...reportedBy(event) };
    for (const key of ['title', 'type', 'subtitle', 'narrative'] as const)
      if (typeof payload[key] === 'string') set[key] = textOf(payload, key);
    for (const key of ['facts', 'concepts'] as const)
      if (Array.isArray(payload[key])) set[key] = JSON.stringify(stringsAt(payload, key));
    if (typeof payload['pinned'] === 'boolean') set['pinned'] = payload['pinned'] ? 1 : 0;
    const title = set['title'] ?? note.title;
    const narrative = set['narrative'] ?? note.narrative;
    set['content_hash'] = contentHash(note.memory_session_id, String(title), narrative);
    rows.setNote(note, set);
    if (set['concepts'] === undefined || note.isRetired) return;
    const place = { sid, id: note.id, epoch: note.created_at_epoch };
    rows.clearConcepts(place, note.concepts);
    for (const concept of distinct(stringsAt(payload, 'concepts'))) rows.addConcept(place, concept);
  }

  function summarized(sid: number, event: StoredEvent): void {
    const { payload } = event;
    const name = contentSessionOf(event);
    if (name === null) return;
    const known = touch(sid, event, name);
    const text = (key: string) => orNull(textOf(payload, key));
    if (SUMMARY_FIELDS.every((key) => text(key) === null)) return;
    rows.addSummary(source(sid, event, known.platform), {
      memory_session_id: name,
      project: known.project,
      request: text('request'),
      investigated: text('investigated'),
      learned: text('learned'),
      completed: text('completed'),
      next_steps: text('next_steps'),
      notes: text('notes'),
      files_read: JSON.stringify(stringsAt(payload, 'files_read')),
      files_edited: JSON.stringify(stringsAt(payload, 'files_edited')),
      prompt_number: numberOf(payload, 'prompt_number'),
      discovery_tokens: tokensOf(payload),
      generated_by_model: textOf(payload, 'made_by'),
      covers: JSON.stringify(distinct(stringsAt(payload, 'covers'))),
    });
  }
}

/** A note is only as trusted as the least trusted text that was added to it. */
function reportedBy({ origin }: StoredEvent): { channel?: Channel } {
  const channel = origin?.channel ?? 'tool';
  return isUntrusted(channel) ? { channel } : {};
}

type Source = Parameters<NoteStatements['addSession']>[0];

function source(sid: number, event: StoredEvent, platform: string): Source {
  const { seq, hash, id, origin, timestamp } = event;
  return {
    id: docId(sid, seq),
    sid,
    hash: Buffer.from(hash.slice(7), 'hex'),
    eventId: id,
    channel: origin?.channel ?? 'tool',
    platform,
    at: timestamp,
    // Older logs may have unreadable timestamps.
    epoch: Date.parse(timestamp) || 0,
  };
}

/** The client's own id; null if there is none but that of the log. */
function contentSessionOf({ payload, origin, threadId }: StoredEvent): string | null {
  const own = payload['session_id'] ?? origin?.session_id;
  return typeof own === 'string' && own !== '' && own !== threadId ? own : null;
}

/** A positive integer under a key, or null. */
function numberOf(payload: JsonObject, key: string): number | null {
  const value = payload[key];
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

function tokensOf({ tokens }: JsonObject): number {
  if (typeof tokens !== 'object' || tokens === null || Array.isArray(tokens)) return 0;
  return (numberOf(tokens, 'input') ?? 0) + (numberOf(tokens, 'output') ?? 0);
}

/** The documented hash of a note's content: 16 hex digits over session, title and narrative. */
function contentHash(session: string, title: string, narrative: SqlValue): string {
  return sha256Hex(`${session}\n${title}\n${String(narrative ?? '')}`).slice(0, 16);
}

/** Paths with the hash of their content, as recorded in the note's event. */
function statesOf({ file_states: states }: JsonObject): Record<string, string> {
  if (!Array.isArray(states)) return {};
  const pairs = states.flatMap((state): [string, string][] => {
    const { path, blob }: JsonObject = isJsonObject(state) ? state : {};
    return typeof path === 'string' && typeof blob === 'string' ? [[path, blob]] : [];
  });
  return Object.fromEntries(pairs);
}

function metadataOf(files: Record<string, string>): string | null {
  return Object.keys(files).length === 0 ? null : JSON.stringify({ files });
}

function folderName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? '';
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
