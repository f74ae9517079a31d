/**
 * The tables of the notes, with the documented names of tables and columns, and additional columns about the source
 * event. Ids are document ids: session of the log and seq in one number.
 */

/** What a row stores about its source event. */
const SOURCE =
  'id INTEGER PRIMARY KEY, sid INTEGER NOT NULL, hash BLOB NOT NULL, event_id TEXT NOT NULL, channel TEXT NOT NULL, platform_source TEXT NOT NULL';
const CREATED = 'created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL';

/** The columns whose words are searched, by table. */
export const SEARCHED_COLUMNS = {
  observations: ['title', 'subtitle', 'narrative', 'text', 'facts', 'concepts'],
  session_summaries: ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes'],
  user_prompts: ['prompt_text'],
} as const;

const PROMPT = `${SOURCE},
  session_db_id INTEGER NOT NULL, content_session_id TEXT NOT NULL, project TEXT NOT NULL,
  prompt_number INTEGER NOT NULL, prompt_text TEXT NOT NULL, ${CREATED}`;
const OBSERVATION = `${SOURCE},
  memory_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT, type TEXT NOT NULL, title TEXT NOT NULL,
  subtitle TEXT, facts TEXT NOT NULL, narrative TEXT, concepts TEXT NOT NULL, files_read TEXT NOT NULL,
  files_modified TEXT NOT NULL, prompt_number INTEGER, discovery_tokens INTEGER NOT NULL, content_hash TEXT NOT NULL,
  generated_by_model TEXT NOT NULL, relevance_count INTEGER NOT NULL, merged_into_project TEXT, agent_type TEXT,
  agent_id TEXT, metadata TEXT, ${CREATED},
  pinned INTEGER NOT NULL, covers TEXT NOT NULL, superseded_by INTEGER, told_seq INTEGER`;
const SUMMARY = `${SOURCE},
  memory_session_id TEXT NOT NULL, project TEXT NOT NULL, request TEXT, investigated TEXT, learned TEXT,
  completed TEXT, next_steps TEXT, notes TEXT, files_read TEXT NOT NULL, files_edited TEXT NOT NULL,
  prompt_number INTEGER, discovery_tokens INTEGER NOT NULL, generated_by_model TEXT NOT NULL,
  merged_into_project TEXT, ${CREATED}, covers TEXT NOT NULL`;

export const NOTES_SCHEMA = `
CREATE TABLE sdk_sessions(${SOURCE},
  content_session_id TEXT NOT NULL, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, user_prompt TEXT,
  started_at TEXT NOT NULL, started_at_epoch INTEGER NOT NULL, completed_at TEXT, completed_at_epoch INTEGER,
  status TEXT NOT NULL, worker_port INTEGER, prompt_counter INTEGER NOT NULL, custom_title TEXT,
  folder TEXT, branch TEXT, UNIQUE(sid, content_session_id));
CREATE INDEX sdk_sessions_time ON sdk_sessions(sid, started_at_epoch, id);
CREATE TABLE user_prompts(${PROMPT});
CREATE INDEX user_prompts_time ON user_prompts(sid, created_at_epoch, id);
CREATE INDEX user_prompts_session ON user_prompts(sid, content_session_id, created_at_epoch, id);
CREATE TABLE observations(${OBSERVATION});
CREATE INDEX observations_time ON observations(sid, created_at_epoch, id);
CREATE INDEX observations_session ON observations(sid, memory_session_id, created_at_epoch, id);
CREATE INDEX observations_type ON observations(sid, type, created_at_epoch, id);
CREATE INDEX observations_event ON observations(event_id);
CREATE INDEX observations_pinned ON observations(sid, created_at_epoch, id) WHERE pinned = 1;
-- A row for each file that a note read or changed, and for each concept, in list order.
CREATE TABLE observation_files(sid INTEGER NOT NULL, name TEXT NOT NULL, created_at_epoch INTEGER NOT NULL,
  id INTEGER NOT NULL, PRIMARY KEY(sid, name, created_at_epoch, id)) WITHOUT ROWID;
CREATE TABLE observation_concepts(sid INTEGER NOT NULL, name TEXT NOT NULL, created_at_epoch INTEGER NOT NULL,
  id INTEGER NOT NULL, PRIMARY KEY(sid, name, created_at_epoch, id)) WITHOUT ROWID;
CREATE TABLE session_summaries(${SUMMARY});
CREATE INDEX session_summaries_time ON session_summaries(sid, created_at_epoch, id);
CREATE INDEX session_summaries_session ON session_summaries(sid, memory_session_id, created_at_epoch, id);
-- Rows past the retention of their kind: in no list and no search, until they are kept longer.
CREATE TABLE retired_prompts(${PROMPT});
CREATE INDEX retired_prompts_time ON retired_prompts(sid, created_at_epoch);
CREATE TABLE retired_observations(${OBSERVATION});
CREATE INDEX retired_observations_time ON retired_observations(sid, created_at_epoch);
CREATE INDEX retired_observations_event ON retired_observations(event_id);
CREATE INDEX retired_observations_pinned ON retired_observations(sid) WHERE pinned = 1;
CREATE TABLE retired_summaries(${SUMMARY});
CREATE INDEX retired_summaries_time ON retired_summaries(sid, created_at_epoch);
-- The last retention rule of a log, and up to which event it was applied.
CREATE TABLE retention(sid INTEGER PRIMARY KEY, rule TEXT NOT NULL, seq INTEGER NOT NULL);
`;

/** The tables to empty with their session. Their triggers update the search tables. */
export const NOTE_TABLES =
  'sdk_sessions user_prompts observations observation_files observation_concepts session_summaries retired_prompts retired_observations retired_summaries'.split(
    ' ',
  );

/** The tables with a search table. */
export const SEARCHED_TABLES = ['observations', 'session_summaries', 'user_prompts'] as const;
