/**
 * The tables and functions of the store, as steps that are only ever added to. Each primary key begins with the project,
 * and each table is partitioned by it, so that a distributed PostgreSQL can spread the projects.
 */
import { PARTITIONS, CHANNEL_STEP, FENCE_STEP } from './schema-channels.ts';
import { MEMBERS } from './schema-members.ts';
import { ROLE_STEP } from './schema-roles.ts';

const LOG = `
CREATE TABLE hookloom.log (
  project text NOT NULL, writer text NOT NULL, session text COLLATE "C" NOT NULL,
  seq bigint NOT NULL, hash text,
  PRIMARY KEY (project, writer, session)
) PARTITION BY HASH (project)`;

/** `line` is the exact text of the event. It is null for an event whose writer withholds it. */
const EVENT = `
CREATE TABLE hookloom.event (
  project text NOT NULL, writer text NOT NULL, session text COLLATE "C" NOT NULL, seq bigint NOT NULL,
  hash text NOT NULL, previous_hash text, id text, type text, line text,
  PRIMARY KEY (project, writer, session, seq)
) PARTITION BY HASH (project);
CREATE INDEX event_forgotten ON hookloom.event (project, writer, session, seq) WHERE type = 'memory.forgotten'`;

const DELIVERY = `
CREATE TABLE hookloom.delivery (
  project text NOT NULL, writer text NOT NULL, session text COLLATE "C" NOT NULL, digest text NOT NULL,
  seq bigint NOT NULL, at_ms double precision NOT NULL,
  PRIMARY KEY (project, writer, session, digest, seq)
) PARTITION BY HASH (project)`;

function partitionsOf(table: string): string {
  return Array.from(
    { length: PARTITIONS },
    (_, at) =>
      `CREATE TABLE hookloom.${table}_${at} PARTITION OF hookloom.${table} FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${at})`,
  ).join(';\n');
}

const SEAL = `
CREATE FUNCTION hookloom.seal(p_content text, p_previous text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'sha256:' || encode(sha256(convert_to(
    '{"event":' || p_content || ',"previousHash":' || coalesce('"' || p_previous || '"', 'null') || '}', 'UTF8')), 'hex')
$$;
CREATE FUNCTION hookloom.integrity(p_hash text, p_previous text, p_seq bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT '"integrity":{"canonicalization":"rfc8785","hash":"' || p_hash || '","previousHash":'
    || coalesce('"' || p_previous || '"', 'null') || ',"seq":' || p_seq || '},'
$$`;

/** Takes the lock of a log for the rest of the transaction, and returns its head. */
const LOCK = `
CREATE FUNCTION hookloom.lock_log(p_project text, p_writer text, p_session text, OUT seq bigint, OUT hash text)
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO hookloom.log AS l VALUES (p_project, p_writer, p_session, 0, NULL) ON CONFLICT DO NOTHING;
  SELECT l.seq, l.hash INTO seq, hash FROM hookloom.log l
    WHERE l.project = p_project AND l.writer = p_writer AND l.session = p_session FOR UPDATE;
END $$`;

const FIND_DELIVERY = `
CREATE FUNCTION hookloom.find_delivery(p_project text, p_writer text, p_session text, p_event json) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT d.seq FROM hookloom.delivery d
  WHERE d.project = p_project AND d.writer = p_writer AND d.session = p_session AND d.digest = p_event->>'digest'
    AND (p_event->>'windowMs' IS NULL
      OR abs(d.at_ms - (p_event->>'atMs')::double precision) <= (p_event->>'windowMs')::double precision)
  ORDER BY d.seq DESC LIMIT 1
$$`;

/**
 * Several appends to one log in one statement. `p_forgotten`: how many forgettings the caller has applied. If the
 * number differs, nothing is written, and the caller reads them first.
 */
const APPEND = `
CREATE FUNCTION hookloom.append(p_project text, p_writer text, p_session text, p_forgotten bigint, p_requests json)
RETURNS TABLE (request int, outcome text, seq bigint, hash text, previous_hash text, id text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_seq bigint; v_hash text; v_previous text; v_known bigint; v_batch text; v_fresh int; v_first bigint;
  v_request json; v_event json; v_at int := -1; v_digests text[];
BEGIN
  SELECT l.seq, l.hash INTO v_seq, v_hash FROM hookloom.lock_log(p_project, p_writer, p_session) l;
  IF p_forgotten <> (SELECT count(*) FROM hookloom.event e
      WHERE e.project = p_project AND e.writer = p_writer AND e.type = 'memory.forgotten') THEN
    RETURN QUERY SELECT -1, 'forgotten', 0::bigint, NULL::text, NULL::text, NULL::text;
    RETURN;
  END IF;
  FOR v_request IN SELECT value FROM json_array_elements(p_requests) LOOP
    v_at := v_at + 1;
    IF (v_request->>'expects')::boolean AND v_request->>'head' IS DISTINCT FROM v_hash THEN
      RETURN QUERY SELECT v_at, 'conflict', v_seq, v_hash, NULL::text, NULL::text;
      CONTINUE;
    END IF;
    v_fresh := 0; v_digests := '{}'; v_first := v_seq + 1;
    FOR v_event IN SELECT value FROM json_array_elements(v_request->'events') LOOP
      IF v_event->>'digest' IS NULL THEN
        v_fresh := v_fresh + 1;
      ELSIF v_event->>'digest' <> ALL (v_digests)
          AND hookloom.find_delivery(p_project, p_writer, p_session, v_event) IS NULL THEN
        v_fresh := v_fresh + 1;
        v_digests := v_digests || (v_event->>'digest');
      END IF;
    END LOOP;
    v_batch := CASE WHEN v_fresh > 1
      THEN '"__batch":{"first":' || v_first || ',"size":' || v_fresh || '},' ELSE '' END;
    FOR v_event IN SELECT value FROM json_array_elements(v_request->'events') LOOP
      v_known := NULL;
      IF v_event->>'digest' IS NOT NULL THEN
        v_known := hookloom.find_delivery(p_project, p_writer, p_session, v_event);
      END IF;
      IF v_known IS NOT NULL THEN
        RETURN QUERY SELECT v_at, 'duplicate', e.seq, e.hash, e.previous_hash, e.id FROM hookloom.event e
          WHERE e.project = p_project AND e.writer = p_writer AND e.session = p_session AND e.seq = v_known;
        CONTINUE;
      END IF;
      v_previous := v_hash;
      v_seq := v_seq + 1;
      v_hash := hookloom.seal((v_event->>'front') || (v_event->>'middle') || v_batch || (v_event->>'back'), v_previous);
      INSERT INTO hookloom.event VALUES (p_project, p_writer, p_session, v_seq, v_hash, v_previous,
        v_event->>'id', v_event->>'type',
        (v_event->>'front') || hookloom.integrity(v_hash, v_previous, v_seq) || (v_event->>'middle') || v_batch
          || (v_event->>'back'));
      IF v_event->>'digest' IS NOT NULL THEN
        INSERT INTO hookloom.delivery VALUES (p_project, p_writer, p_session, v_event->>'digest', v_seq,
          (v_event->>'atMs')::double precision);
      END IF;
      RETURN QUERY SELECT v_at, 'appended', v_seq, v_hash, v_previous, v_event->>'id';
    END LOOP;
  END LOOP;
  UPDATE hookloom.log l SET seq = v_seq, hash = v_hash
    WHERE l.project = p_project AND l.writer = p_writer AND l.session = p_session AND l.seq <> v_seq;
END $$`;

/**
 * Accepts sealed events from another log. They must follow its head, and each one that is here in full must match its
 * hash. `checked` is false for older envelopes and for shredded events, which only their reader can check.
 */
const RECEIVE = `
CREATE FUNCTION hookloom.receive(p_project text, p_writer text, p_session text, p_after bigint, p_rows json)
RETURNS TABLE (seq bigint, hash text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE v_seq bigint; v_hash text; v_row json; v_integrity text; v_line text; v_at int;
BEGIN
  SELECT l.seq, l.hash INTO v_seq, v_hash FROM hookloom.lock_log(p_project, p_writer, p_session) l;
  IF v_seq = p_after THEN
    FOR v_row IN SELECT value FROM json_array_elements(p_rows) LOOP
      IF (v_row->>'seq')::bigint <> v_seq + 1 OR v_row->>'previousHash' IS DISTINCT FROM v_hash THEN
        RAISE EXCEPTION 'event % does not follow event %', v_row->>'seq', v_seq USING ERRCODE = 'HL001';
      END IF;
      v_line := v_row->>'line';
      IF v_line IS NOT NULL AND (v_row->>'checked')::boolean THEN
        v_integrity := hookloom.integrity(v_row->>'hash', v_hash, v_seq + 1);
        v_at := strpos(v_line, v_integrity);
        IF v_at = 0 OR hookloom.seal(left(v_line, v_at - 1) || substr(v_line, v_at + length(v_integrity)), v_hash)
            <> v_row->>'hash' THEN
          RAISE EXCEPTION 'event % does not give its hash', v_row->>'seq' USING ERRCODE = 'HL001';
        END IF;
      END IF;
      INSERT INTO hookloom.event VALUES (p_project, p_writer, p_session, v_seq + 1, v_row->>'hash', v_hash,
        v_row->>'id', v_row->>'type', v_line);
      v_seq := v_seq + 1;
      v_hash := v_row->>'hash';
    END LOOP;
    UPDATE hookloom.log l SET seq = v_seq, hash = v_hash
      WHERE l.project = p_project AND l.writer = p_writer AND l.session = p_session AND l.seq <> v_seq;
  END IF;
  RETURN QUERY SELECT v_seq, v_hash;
END $$`;

/** Replaces events that a `memory.forgotten` event of the same log names with stubs. */
const SHRED = `
CREATE FUNCTION hookloom.shred(p_project text, p_writer text, p_session text, p_by text, p_stubs json) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE v_count bigint;
BEGIN
  PERFORM hookloom.lock_log(p_project, p_writer, p_session);
  IF NOT EXISTS (SELECT 1 FROM hookloom.event e WHERE e.project = p_project AND e.writer = p_writer
      AND e.session = p_session AND e.type = 'memory.forgotten' AND e.id = p_by) THEN
    RAISE EXCEPTION 'no event % vouches for this', p_by USING ERRCODE = 'HL001';
  END IF;
  UPDATE hookloom.event e SET line = s.value->>'line' FROM json_array_elements(p_stubs) s
    WHERE e.project = p_project AND e.writer = p_writer AND e.session = p_session
      AND e.seq = (s.value->>'seq')::bigint AND e.line IS NOT NULL;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$`;

/** Each step runs once, in one transaction with the note that it ran. */
export const MIGRATIONS: readonly string[] = [
  [
    LOG,
    partitionsOf('log'),
    EVENT,
    partitionsOf('event'),
    DELIVERY,
    partitionsOf('delivery'),
    SEAL,
    LOCK,
    FIND_DELIVERY,
    APPEND,
    RECEIVE,
    SHRED,
  ].join(';\n'),
  MEMBERS,
  ROLE_STEP,
  CHANNEL_STEP,
  FENCE_STEP,
];

/**
 * The tables and functions of a store of this version. If one is missing, the store was changed by hand or only partly
 * restored.
 */
export const TABLES = ['log', 'event', 'delivery', 'member', 'audit', 'channel'] as const;
export const FUNCTIONS = [
  'append',
  'receive',
  'shred',
  'standing',
  'invite',
  'revoke',
  'channel_of',
  'notify',
] as const;
