/**
 * Reads rows of another memory into events: documented columns in any of their spellings, lists as JSON text or as
 * lists.
 */
import { byOperation, type UnsealedEvent } from '@hookloom/core/events';
import type { JsonObject, JsonValue } from '@hookloom/core';

export type ImportKind = 'sessions' | 'summaries' | 'observations' | 'prompts';
export const IMPORT_KINDS: readonly ImportKind[] = [
  'sessions',
  'prompts',
  'observations',
  'summaries',
];

export interface ImportedRow {
  kind: ImportKind;
  project: string;
  session: string;
  /** In milliseconds. */
  epoch: number;
  /** The same row always has the same key. */
  key: string;
  event: UnsealedEvent;
  /** The end of the session, after all its other events. */
  ended: UnsealedEvent | null;
}

/** The session and the time of a row; null if it does not name them. */
export function placeInTime(
  kind: ImportKind,
  row: JsonObject,
  contentIds: ReadonlyMap<string, string>,
): { session: string; epoch: number } | null {
  const memoryId = text(row, 'memory_session_id', 'sdk_session_id');
  const session =
    text(row, 'content_session_id', 'claude_session_id') || (contentIds.get(memoryId) ?? memoryId);
  const epoch = timeOf(row, kind === 'sessions' ? 'started_at' : 'created_at');
  return session === '' || session.length > 512 || epoch === null ? null : { session, epoch };
}

/** Null for a row without a session or content. */
export function importedRow(
  kind: ImportKind,
  row: JsonObject,
  contentIds: ReadonlyMap<string, string>,
): ImportedRow | null {
  const place = placeInTime(kind, row, contentIds);
  if (place === null) return null;
  const { session, epoch: time } = place;
  const payload = PAYLOADS[kind](row, session);
  if (payload === null) return null;
  const client = text(row, 'platform_source') || 'import';
  const make = (type: string, said: JsonObject, at: number, actorId: string): UnsealedEvent =>
    byOperation({
      type,
      actorId,
      payload: said,
      origin: { channel: 'file', client, session_id: session },
      timestamp: new Date(at).toISOString(),
    });
  const end = kind === 'sessions' ? timeOf(row, 'completed_at') : null;
  const status = text(row, 'status');
  const isEnded = end !== null && status !== 'active';
  return {
    kind,
    project: text(row, 'project'),
    session,
    epoch: time,
    key: keyOf(kind, session, row, time),
    event: make(TYPES[kind], payload, time, ACTORS[kind]),
    ended: isEnded ? make('session.ended', { session_id: session, status }, end, 'zaxy') : null,
  };
}

/** The key by which the documented import recognises a row. */
export function keyOf(
  kind: ImportKind,
  session: string,
  row: { prompt_number?: unknown; title?: unknown; request?: unknown },
  epoch: number,
): string {
  const said = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  const own = {
    sessions: '',
    prompts: typeof row.prompt_number === 'number' ? `${row.prompt_number}` : `${epoch}`,
    observations: `${said(row.title)}\n${epoch}`,
    summaries: `${said(row.request)}\n${epoch}`,
  }[kind];
  return `${kind}\n${session}\n${own}`;
}

const TYPES: Record<ImportKind, string> = {
  sessions: 'hook.session_started',
  prompts: 'transcript.turn',
  observations: 'note.recorded',
  summaries: 'session.summarized',
};
const ACTORS: Record<ImportKind, string> = {
  sessions: 'zaxy-hook',
  prompts: 'user',
  observations: 'hookloom-notes',
  summaries: 'hookloom-notes',
};

type Read = (row: JsonObject, session_id: string) => JsonObject | null;

const PAYLOADS: Record<ImportKind, Read> = {
  sessions: (row, session_id) => ({
    trigger: 'import',
    session_id,
    ...texts(row, ['custom_title']),
    ...(text(row, 'project') !== '' && { workspace: text(row, 'project') }),
  }),
  prompts: (row, session_id) => {
    const content = text(row, 'prompt_text');
    if (content === '') return null;
    return { role: 'user', content, session_id, source: 'import', ...numbers(row) };
  },
  observations: (row, session_id) => {
    const title = text(row, 'title');
    const narrative = text(row, 'narrative', 'text');
    if (title === '' && narrative === '') return null;
    return {
      session_id,
      type: text(row, 'type') || 'discovery',
      title,
      ...texts(row, ['subtitle', 'agent_type', 'agent_id']),
      ...(narrative !== '' && { narrative }),
      ...lists(row, ['facts', 'concepts', 'files_read', 'files_modified']),
      ...numbers(row),
      ...tokens(row),
      ...(row['pinned'] === true && { pinned: true }),
      made_by: text(row, 'generated_by_model') || 'import',
    };
  },
  summaries: (row, session_id) => {
    const parts = ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes'];
    const said = texts(row, parts);
    if (Object.keys(said).length === 0) return null;
    return {
      session_id,
      ...said,
      ...lists(row, ['files_read', 'files_edited']),
      ...numbers(row),
      ...tokens(row),
      made_by: text(row, 'generated_by_model') || 'import',
    };
  },
};

function text(row: JsonObject, ...keys: string[]): string {
  for (const key of keys) {
    const value = row[key];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return '';
}

function texts(row: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => (text(row, key) === '' ? [] : [[key, text(row, key)]])),
  );
}

function lists(row: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const list = listOf(row[key]);
      return list.length === 0 ? [] : [[key, list]];
    }),
  );
}

/** A list, or a list as JSON text. Any other text is a list of one. */
function listOf(value: JsonValue | undefined): string[] {
  let list: unknown = value;
  if (typeof value === 'string' && value.trim() !== '') {
    try {
      list = JSON.parse(value);
    } catch {
      list = [value];
    }
  }
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

function numbers(row: JsonObject): JsonObject {
  const number = row['prompt_number'];
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0
    ? { prompt_number: number }
    : {};
}

function tokens(row: JsonObject): JsonObject {
  const spent = row['discovery_tokens'];
  return typeof spent === 'number' && spent > 0 ? { tokens: { input: spent, output: 0 } } : {};
}

/** The latest instant that a log can store. */
const LAST_MS = Date.UTC(9999, 0);

function timeOf(row: JsonObject, key: string): number | null {
  const epoch = row[`${key}_epoch`];
  // Older memories counted seconds.
  const given = typeof epoch === 'number' ? (epoch < 1e11 ? epoch * 1000 : epoch) : null;
  const ms = given ?? Date.parse(text(row, key));
  return Number.isFinite(ms) && ms > 0 && ms < LAST_MS ? Math.floor(ms) : null;
}
