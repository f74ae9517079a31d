const LEDGER = `sid INTEGER NOT NULL, day TEXT NOT NULL, provider TEXT NOT NULL, model TEXT NOT NULL,
  calls INTEGER NOT NULL, failed INTEGER NOT NULL, items INTEGER NOT NULL, input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL, cost_usd REAL NOT NULL, PRIMARY KEY(sid, day, provider, model)`;

/** Tables of the queue of notes. Everything except the leases is derived from the log. */
export const PENDING_SCHEMA = `
-- Work that no note covers yet, with the documented columns. The texts of a turn stay in the log.
CREATE TABLE pending_messages(
  id INTEGER PRIMARY KEY, sid INTEGER NOT NULL, work TEXT NOT NULL, session_db_id INTEGER NOT NULL,
  content_session_id TEXT NOT NULL, message_type TEXT NOT NULL, tool_name TEXT, tool_input TEXT, tool_response TEXT,
  cwd TEXT, last_user_message TEXT, last_assistant_message TEXT, prompt_number INTEGER, status TEXT NOT NULL,
  agent_type TEXT, agent_id TEXT, tool_use_id TEXT, created_at_epoch INTEGER NOT NULL, from_seq INTEGER NOT NULL,
  reason TEXT,
  -- A lease. Losing it is harmless. Milliseconds of a monotonic clock.
  leased_until REAL, leased_by TEXT, retry_at REAL, attempts INTEGER NOT NULL DEFAULT 0,
  UNIQUE(sid, content_session_id, work));
CREATE INDEX pending_status ON pending_messages(status, id);
-- A partial index: few of many rows, queried often.
CREATE INDEX pending_turns ON pending_messages(status) WHERE message_type = 'summarize';
CREATE TABLE pending_events(event_id TEXT PRIMARY KEY, sid INTEGER NOT NULL, seq INTEGER NOT NULL,
  message INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX pending_events_message ON pending_events(message);
-- The state of each session of a client.
CREATE TABLE note_turns(sid INTEGER NOT NULL, content_session_id TEXT NOT NULL, first_seq INTEGER NOT NULL,
  prompt_number INTEGER NOT NULL DEFAULT 0, user_seq INTEGER NOT NULL DEFAULT 0, private INTEGER NOT NULL DEFAULT 0,
  own INTEGER NOT NULL DEFAULT 0, open_seq INTEGER NOT NULL DEFAULT 0, open_work TEXT NOT NULL DEFAULT '',
  PRIMARY KEY(sid, content_session_id)) WITHOUT ROWID;
-- Paths of announced calls that have not ended.
CREATE TABLE note_paths(sid INTEGER NOT NULL, content_session_id TEXT NOT NULL, tool_use_id TEXT NOT NULL,
  path TEXT NOT NULL, PRIMARY KEY(sid, content_session_id, tool_use_id)) WITHOUT ROWID;
-- The newest notes of a session that later work may belong to.
CREATE TABLE note_work(note TEXT PRIMARY KEY, sid INTEGER NOT NULL, content_session_id TEXT NOT NULL,
  seq INTEGER NOT NULL, ts TEXT NOT NULL, prompt_number INTEGER, kind TEXT NOT NULL, subject TEXT NOT NULL,
  outcome TEXT NOT NULL, said TEXT NOT NULL, files TEXT NOT NULL, covers TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX note_work_session ON note_work(sid, content_session_id, seq);
-- Model requests and their cost.
CREATE TABLE note_ledger(${LEDGER}) WITHOUT ROWID;
CREATE TABLE retired_ledger(${LEDGER}) WITHOUT ROWID;
`;

/** The tables to empty together with a session. */
export const PENDING_TABLES =
  'pending_messages pending_events note_turns note_paths note_work note_ledger retired_ledger'.split(
    ' ',
  );
