import { NOTES_SCHEMA } from './notes/tables.ts';
import { PENDING_SCHEMA } from './notes/queue-tables.ts';
import { REVIEWS_SCHEMA } from './statement-reviews.ts';
import { TAINT_SCHEMA } from './taint-tables.ts';

/**
 * The tables of the projection in every store. Raise the version with any change of them, or of what is read from events
 * (read by: projection 3684c991b53c): every older file is rebuilt from the log.
 */
export const SCHEMA_VERSION = 44;

export const TABLES = `
CREATE TABLE sessions(
  sid INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
  seq INTEGER NOT NULL DEFAULT 0, hash TEXT NOT NULL DEFAULT '', position TEXT NOT NULL DEFAULT '',
  events INTEGER NOT NULL DEFAULT 0, docs INTEGER NOT NULL DEFAULT 0, facts INTEGER NOT NULL DEFAULT 0,
  tokens INTEGER NOT NULL DEFAULT 0, stream INTEGER NOT NULL DEFAULT 0);
-- Events that failed verification while following the log. Nothing of them is projected.
CREATE TABLE gaps(sid INTEGER NOT NULL, seq INTEGER NOT NULL, last INTEGER NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL,
  PRIMARY KEY(sid, seq)) WITHOUT ROWID;
-- Conversations inside a session: the clients' own session ids. A window never mixes two of them. branch: of git, the
-- one that it worked on last.
CREATE TABLE streams(stream INTEGER PRIMARY KEY, sid INTEGER NOT NULL, name TEXT NOT NULL, branch TEXT NOT NULL DEFAULT '',
  UNIQUE(sid, name));
CREATE TABLE latest(sid INTEGER NOT NULL, type TEXT NOT NULL, seq INTEGER NOT NULL, ts TEXT NOT NULL,
  PRIMARY KEY(sid, type)) WITHOUT ROWID;
-- One row per event that may come back as memory. The id combines sid and seq (doc-id.ts). asked is what it answers
-- as its writer said: read with the content for its vector, and never shown.
CREATE TABLE docs(
  id INTEGER PRIMARY KEY, stream INTEGER NOT NULL, hash BLOB NOT NULL,
  event_id TEXT NOT NULL, type TEXT NOT NULL, kind TEXT NOT NULL, actor TEXT NOT NULL, channel TEXT NOT NULL,
  ts TEXT NOT NULL, len INTEGER NOT NULL, terms TEXT NOT NULL, dates TEXT NOT NULL, content TEXT NOT NULL,
  meta TEXT NOT NULL, asked TEXT NOT NULL);
CREATE INDEX docs_stream ON docs(stream);
-- A note names the events it is about by id, a tombstone those of each file. By session first, because the ids of shared
-- events are in no order, and one batch must not touch every page.
CREATE INDEX docs_event ON docs((id >> 32), event_id);
-- The newest events of the work itself. An indexed folder must not hide them.
CREATE INDEX docs_told ON docs(id) WHERE kind <> 'document';
-- How many documents contain a common word (term-counts.ts).
CREATE TABLE term_counts(term TEXT PRIMARY KEY, docs INTEGER NOT NULL) WITHOUT ROWID;
-- The pieces of an indexed file, until it changes.
CREATE TABLE pieces(sid INTEGER NOT NULL, path TEXT NOT NULL, doc INTEGER NOT NULL, PRIMARY KEY(sid, path, doc)) WITHOUT ROWID;
-- wide: in all sessions that a team shares.
CREATE TABLE forgotten(event_id TEXT NOT NULL, sid INTEGER NOT NULL, wide INTEGER NOT NULL DEFAULT 0,
  scrubbed INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(event_id, sid)) WITHOUT ROWID;
-- The models of the vectors below. Another tag never matches.
CREATE TABLE vector_tags(tag INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
-- One byte per dimension, one row per document: the vectors of its parts, then those of its statements. stated: the fids
-- of these, as JSON.
CREATE TABLE vectors(tag INTEGER NOT NULL, doc INTEGER NOT NULL, vector BLOB NOT NULL, stated TEXT NOT NULL,
  PRIMARY KEY(tag, doc)) WITHOUT ROWID;
-- The last document of each session that was processed for a tag.
CREATE TABLE vector_progress(model TEXT NOT NULL, sid INTEGER NOT NULL, doc INTEGER NOT NULL, PRIMARY KEY(model, sid)) WITHOUT ROWID;
-- The writer keeps names apart. Names come in no order, so each batch touches pages everywhere in an index that begins
-- with them: one is enough, and a look-up of a name asks for lower(name) first.
CREATE TABLE entities(eid INTEGER PRIMARY KEY, sid INTEGER NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL);
CREATE INDEX entities_name ON entities(lower(name), sid, type);
CREATE INDEX entities_type ON entities(sid, type);
-- A version of an entity. valid_to is null while it is current; reported is 1 if it came through an untrusted channel.
CREATE TABLE facts(
  fid INTEGER PRIMARY KEY, eid INTEGER NOT NULL, sid INTEGER NOT NULL, doc INTEGER NOT NULL, seq INTEGER NOT NULL,
  bucket TEXT, content TEXT NOT NULL, props TEXT NOT NULL, valid_from TEXT NOT NULL, valid_to TEXT,
  authority TEXT NOT NULL, importance REAL NOT NULL, reinforced INTEGER NOT NULL DEFAULT 0,
  by_seq INTEGER, by_hash BLOB, reported INTEGER NOT NULL);
-- Also orders versions without reading their rows.
CREATE INDEX facts_entity ON facts(eid, valid_to, valid_from, seq, by_seq);
CREATE INDEX facts_doc ON facts(doc);
CREATE INDEX facts_ended ON facts(sid, by_seq) WHERE by_seq IS NOT NULL;
CREATE INDEX facts_bucket ON facts(sid, bucket, reported, seq) WHERE bucket IS NOT NULL;
-- What use and correction say about an event: one row, however often it was reinforced.
CREATE TABLE salience(doc INTEGER PRIMARY KEY, sid INTEGER NOT NULL, surfaced INTEGER NOT NULL, earned REAL NOT NULL,
  last TEXT NOT NULL, last_earned TEXT);
-- Feedback on an entity under a purpose.
CREATE TABLE outcomes(eid INTEGER NOT NULL, purpose TEXT NOT NULL, sid INTEGER NOT NULL, positive INTEGER NOT NULL,
  negative INTEGER NOT NULL, PRIMARY KEY(eid, purpose)) WITHOUT ROWID;
-- A plain edge exists once, as first recorded. A generated one has props and a window; a repetition is a new version.
CREATE TABLE edges(src INTEGER NOT NULL, relation TEXT NOT NULL, dst INTEGER NOT NULL, sid INTEGER NOT NULL,
  seq INTEGER NOT NULL, valid_from TEXT NOT NULL, valid_to TEXT, by_seq INTEGER, props TEXT,
  PRIMARY KEY(src, relation, dst, seq)) WITHOUT ROWID;
CREATE INDEX edges_into ON edges(dst) WHERE props IS NOT NULL;
${NOTES_SCHEMA}${PENDING_SCHEMA}${TAINT_SCHEMA}${REVIEWS_SCHEMA}`;
