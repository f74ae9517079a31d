/** The prepared statements of the notes' projection, one small method each. */
import type { Database, SqlValue } from '../port.ts';
import { openNewRows } from '../search-rows.ts';
import { fileStatesOf } from './row-of.ts';
import { SEARCHED_COLUMNS } from './tables.ts';

/** What every row stores about its source event. */
export interface RowSource {
  id: number;
  sid: number;
  hash: Uint8Array;
  eventId: string;
  channel: string;
  platform: string;
  at: string;
  epoch: number;
}

/** The position of a note in the lists of files and concepts. */
export interface NotePlace {
  sid: number;
  id: number;
  epoch: number;
}

/** The parts of a note that later events build on. */
export interface CurrentNote {
  id: number;
  memory_session_id: string;
  title: string;
  narrative: string | null;
  facts: string[];
  concepts: string[];
  files_read: string[];
  files_modified: string[];
  covers: string[];
  relevance_count: number;
  created_at_epoch: number;
  file_states: Record<string, string>;
  /** Retired: it is in no list. */
  isRetired: boolean;
}

export type NoteStatements = ReturnType<typeof openNoteStatements>;

const SOURCE = ['id', 'sid', 'hash', 'event_id', 'channel', 'platform_source'];
const OBSERVATION = [
  'memory_session_id',
  'project',
  'type',
  'title',
  'subtitle',
  'facts',
  'narrative',
  'concepts',
  'files_read',
  'files_modified',
  'prompt_number',
  'discovery_tokens',
  'content_hash',
  'generated_by_model',
  'agent_type',
  'agent_id',
  'metadata',
  'pinned',
  'covers',
] as const;
const SUMMARY = [
  'memory_session_id',
  'project',
  'request',
  'investigated',
  'learned',
  'completed',
  'next_steps',
  'notes',
  'files_read',
  'files_edited',
  'prompt_number',
  'discovery_tokens',
  'generated_by_model',
  'covers',
] as const;
/** The tables for listed and for retired notes. */
const PLACES = ['observations', 'retired_observations'] as const;
const NOTE =
  'id, memory_session_id, title, narrative, facts, concepts, files_read, files_modified, covers, relevance_count, created_at_epoch, metadata';

export function openNoteStatements(db: Database) {
  const insert = (table: string, columns: readonly string[]) =>
    db.prepare(
      `INSERT INTO ${table}(${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    );
  const indexPrompt = openNewRows(db, 'user_prompts');
  const indexObservation = openNewRows(db, 'observations');
  const indexSummary = openNewRows(db, 'session_summaries');
  const getSession = db.prepare(
    'SELECT id, platform_source, project FROM sdk_sessions WHERE sid = ? AND content_session_id = ?',
  );
  const addSession = insert('sdk_sessions', [
    ...SOURCE,
    'started_at',
    'started_at_epoch',
    'content_session_id',
    'memory_session_id',
    'project',
    'custom_title',
    'status',
    'prompt_counter',
  ]);
  const place = db.prepare(
    'UPDATE sdk_sessions SET folder = COALESCE(folder, ?), branch = COALESCE(branch, ?) WHERE id = ?',
  );
  const nameProject = db.prepare('UPDATE sdk_sessions SET project = ? WHERE id = ?');
  const reopen = db.prepare(
    "UPDATE sdk_sessions SET status = 'active', completed_at = NULL, completed_at_epoch = NULL WHERE id = ? AND status <> 'active'",
  );
  const close = db.prepare(
    'UPDATE sdk_sessions SET status = ?, completed_at = ?, completed_at_epoch = ? WHERE id = ?',
  );
  const countPrompt = db.prepare(
    `UPDATE sdk_sessions SET prompt_counter = max(prompt_counter, ?), user_prompt = COALESCE(user_prompt, ?), status = 'active',
     completed_at = NULL, completed_at_epoch = NULL WHERE id = ?`,
  );
  const getCount = db.prepare('SELECT prompt_counter FROM sdk_sessions WHERE id = ?');
  const addPrompt = insert('user_prompts', [
    ...SOURCE,
    'created_at',
    'created_at_epoch',
    'session_db_id',
    'content_session_id',
    'project',
    'prompt_number',
    'prompt_text',
  ]);
  const addObservation = insert('observations', [
    ...SOURCE,
    'created_at',
    'created_at_epoch',
    'relevance_count',
    ...OBSERVATION,
  ]);
  const addSummary = insert('session_summaries', [
    ...SOURCE,
    'created_at',
    'created_at_epoch',
    ...SUMMARY,
  ]);
  const mark = (kind: 'files' | 'concepts') =>
    db.prepare(
      `INSERT INTO observation_${kind}(sid, name, created_at_epoch, id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    );
  const [addFile, addConcept] = [mark('files'), mark('concepts')];
  const removeConcept = db.prepare(
    'DELETE FROM observation_concepts WHERE sid = ? AND name = ? AND created_at_epoch = ? AND id = ?',
  );
  const [supersede, supersedeRetired] = PLACES.map((table) =>
    db.prepare(`UPDATE ${table} SET superseded_by = ? WHERE event_id = ? AND sid = ?`),
  );
  const [getNote, getRetired] = PLACES.map((table) =>
    db.prepare(`SELECT ${NOTE} FROM ${table} WHERE event_id = ? AND sid = ? ORDER BY id`),
  );

  const sourceOf = (from: RowSource): SqlValue[] => [
    from.id,
    from.sid,
    from.hash,
    from.eventId,
    from.channel,
    from.platform,
    from.at,
    from.epoch,
  ];

  const indexes = [indexPrompt, indexObservation, indexSummary];

  return {
    flush(): void {
      for (const rows of indexes) rows.flush();
    },
    drop(): void {
      for (const rows of indexes) rows.drop();
    },
    session(sid: number, name: string) {
      const row = getSession.get(sid, name);
      if (row === undefined) return null;
      return {
        id: Number(row['id']),
        platform: String(row['platform_source']),
        project: String(row['project']),
      };
    },
    addSession(from: RowSource, name: string, project: string, title: string): void {
      addSession.run(...sourceOf(from), name, name, project, title || null, 'active', 0);
    },
    /** Where the session began; known values stay. */
    place(id: number, folder: string, branch: string): void {
      place.run(folder || null, branch || null, id);
    },
    nameProject(id: number, project: string): void {
      if (project !== '') nameProject.run(project, id);
    },
    /** A session that continues is not completed. */
    reopen(id: number): void {
      reopen.run(id);
    },
    close(id: number, status: 'completed' | 'failed', at: string, epoch: number): void {
      close.run(status, at, epoch, id);
    },
    /**
     * Numbers the prompt: with the given number, otherwise the next one. The first prompt is stored with the session,
     * which continues.
     */
    countPrompt(id: number, told: number | null, text: string): number {
      const number = told ?? Number(getCount.get(id)!['prompt_counter']) + 1;
      countPrompt.run(number, text, id);
      return number;
    },
    addPrompt(
      from: RowSource,
      row: { session: number; name: string; project: string; number: number; text: string },
    ): void {
      addPrompt.run(...sourceOf(from), row.session, row.name, row.project, row.number, row.text);
      indexPrompt.add(from.id, [row.text]);
    },
    addObservation(from: RowSource, row: Record<(typeof OBSERVATION)[number], SqlValue>): void {
      addObservation.run(...sourceOf(from), 1, ...OBSERVATION.map((column) => row[column]));
      const { title, subtitle, narrative, facts, concepts } = row;
      indexObservation.add(from.id, [title, subtitle, narrative, null, facts, concepts]);
    },
    addSummary(from: RowSource, row: Record<(typeof SUMMARY)[number], SqlValue>): void {
      addSummary.run(...sourceOf(from), ...SUMMARY.map((column) => row[column]));
      const said = SEARCHED_COLUMNS.session_summaries.map((column) => row[column]);
      indexSummary.add(from.id, said);
    },
    addFile({ sid, id, epoch }: NotePlace, path: string): void {
      addFile.run(sid, path, epoch, id);
    },
    addConcept({ sid, id, epoch }: NotePlace, concept: string): void {
      addConcept.run(sid, concept, epoch, id);
    },
    clearConcepts({ sid, id, epoch }: NotePlace, concepts: readonly string[]): void {
      for (const concept of concepts) removeConcept.run(sid, concept, epoch, id);
    },
    supersede(sid: number, event: string, by: number): void {
      supersede!.run(by, event, sid);
      supersedeRetired!.run(by, event, sid);
    },
    note(sid: number, event: string): CurrentNote | null {
      const standing = getNote!.get(event, sid);
      const row = standing ?? getRetired!.get(event, sid);
      if (row === undefined) return null;
      const list = (key: string) => JSON.parse(String(row[key])) as string[];
      return {
        id: Number(row['id']),
        memory_session_id: String(row['memory_session_id']),
        title: String(row['title']),
        narrative: row['narrative'] === null ? null : String(row['narrative']),
        facts: list('facts'),
        concepts: list('concepts'),
        files_read: list('files_read'),
        files_modified: list('files_modified'),
        covers: list('covers'),
        relevance_count: Number(row['relevance_count']),
        created_at_epoch: Number(row['created_at_epoch']),
        file_states: fileStatesOf(row['metadata']),
        isRetired: standing === undefined,
      };
    },
    setNote(
      { id, isRetired }: Pick<CurrentNote, 'id' | 'isRetired'>,
      set: Readonly<Record<string, SqlValue>>,
    ): void {
      indexObservation.flush();
      const columns = Object.keys(set);
      const text = columns.map((column) => `${column} = ?`).join(', ');
      const table = PLACES[isRetired ? 1 : 0];
      db.prepare(`UPDATE ${table} SET ${text} WHERE id = ?`).run(...Object.values(set), id);
      const isSearched = SEARCHED_COLUMNS.observations.some((column) => column in set);
      if (isSearched && !isRetired) db.noteWords.changed('observations', id);
    },
  };
}
