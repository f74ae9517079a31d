import { NOTE_TABLES, SEARCHED_TABLES } from '../src/store/notes/tables.ts';
import type { Row, Statements } from '../src/store/port.ts';

/** Everything in a projection, without the ids that depend on the order in which sessions were followed. */
export function dump(db: Statements): Record<string, Row[]> {
  for (const table of SEARCHED_TABLES)
    db.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${table}_words USING fts5vocab('main', '${table}_fts', 'instance')`,
    );
  const all = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  return {
    sessions: all(
      'SELECT name, seq, hash, events, docs, facts, tokens FROM sessions ORDER BY name',
    ),
    latest: all(
      'SELECT s.name, l.type, l.seq, l.ts FROM latest l JOIN sessions s USING (sid) ORDER BY 1, 2',
    ),
    docs: all(
      `SELECT s.name, d.id & 4294967295 AS seq, t.name AS stream, hex(d.hash) AS hash, d.event_id, d.type, d.kind, d.actor, d.channel, d.ts, d.len, d.terms, d.dates,
       d.content, d.meta FROM docs d JOIN sessions s ON s.sid = d.id >> 32 JOIN streams t USING (stream) ORDER BY 1, 2`,
    ),
    facts: all(
      `SELECT s.name, e.type, e.name AS entity, f.seq, f.bucket, f.content, f.props, f.valid_from, f.valid_to, f.authority,
       f.importance, f.reinforced, f.by_seq FROM facts f JOIN entities e USING (eid) JOIN sessions s ON s.sid = f.sid
       ORDER BY 1, 2, 3, 4`,
    ),
    edges: all(
      `SELECT s.name, a.type AS t1, a.name AS n1, g.relation, b.type AS t2, b.name AS n2, g.seq, g.valid_from,
       g.valid_to, g.by_seq, g.props FROM edges g
       JOIN entities a ON a.eid = g.src JOIN entities b ON b.eid = g.dst JOIN sessions s ON s.sid = g.sid ORDER BY 1, 2, 3, 4, 5, 6, 7`,
    ),
    vectors: all(
      `SELECT t.name AS tag, s.name, v.doc & 4294967295 AS seq, hex(v.vector) AS vector FROM vectors v JOIN vector_tags t USING (tag)
       JOIN sessions s ON s.sid = v.doc >> 32 ORDER BY 1, 2, 3`,
    ),
    pieces: all(
      'SELECT s.name, p.path, p.doc & 4294967295 AS seq FROM pieces p JOIN sessions s USING (sid) ORDER BY 1, 2, 3',
    ),
    salience: all(
      `SELECT s.name, z.doc & 4294967295 AS seq, z.surfaced, z.earned, z.last, z.last_earned FROM salience z
       JOIN sessions s USING (sid) ORDER BY 1, 2`,
    ),
    outcomes: all(
      `SELECT s.name, e.type, e.name AS entity, o.purpose, o.positive, o.negative FROM outcomes o
       JOIN entities e USING (eid) JOIN sessions s ON s.sid = o.sid ORDER BY 1, 2, 3, 4`,
    ),
    ...Object.fromEntries(NOTE_TABLES.map((table) => [table, all(notesOf(table))])),
    ...Object.fromEntries(SEARCHED_TABLES.map((table) => [`${table}_fts`, all(wordsOf(table))])),
    pending: all(
      `SELECT s.name, p.id & 4294967295 AS seq, p.work, p.session_db_id, p.content_session_id, p.message_type, p.tool_name,
       p.tool_input, p.tool_response, p.cwd, p.prompt_number, p.agent_type, p.agent_id, p.tool_use_id, p.created_at_epoch,
       p.from_seq, p.status = 'dead' AS dead, p.reason, (SELECT group_concat(event_id || ' ' || seq) FROM
       (SELECT event_id, seq FROM pending_events WHERE message = p.id ORDER BY seq)) AS events
       FROM pending_messages p JOIN sessions s USING (sid) ORDER BY 1, 2`,
    ),
    turns: all(
      `SELECT s.name, t.content_session_id, t.first_seq, t.prompt_number, t.user_seq, t.private, t.own, t.open_seq, t.open_work FROM note_turns t
       JOIN sessions s USING (sid) ORDER BY 1, 2`,
    ),
    announced: all(
      `SELECT s.name, a.content_session_id, a.tool_use_id, a.path FROM note_paths a JOIN sessions s USING (sid)
       ORDER BY 1, 2, 3`,
    ),
    noteWork: all(
      `SELECT s.name, w.note, w.content_session_id, w.seq, w.ts, w.prompt_number, w.kind, w.subject, w.outcome, w.said,
       w.files, w.covers FROM note_work w JOIN sessions s USING (sid) ORDER BY 1, 2`,
    ),
    outside: all(
      `SELECT s.name, o.doc & 4294967295 AS seq, o.start, o.channel, o.source & 4294967295 AS source, o.released, o.text,
       (SELECT group_concat(word, ' ') FROM (SELECT word FROM outside_words w WHERE w.unit = o.unit AND w.sid = o.sid ORDER BY word)) AS words
       FROM outside o JOIN sessions s USING (sid) ORDER BY 1, 2, 3`,
    ),
    repeats: all(
      `SELECT s.name, r.doc & 4294967295 AS seq, r.start, r.stop, r.source & 4294967295 AS source, r.channel, r.own
       FROM repeats r JOIN sessions s USING (sid) ORDER BY 1, 2, 3`,
    ),
    ledger: all(
      `SELECT s.name, l.day, l.provider, l.model, l.calls, l.failed, l.items, l.input_tokens, l.output_tokens, l.cost_usd
       FROM note_ledger l JOIN sessions s USING (sid) ORDER BY 1, 2, 3, 4`,
    ),
    retiredLedger: all(
      `SELECT s.name, l.day, l.provider, l.model, l.calls FROM retired_ledger l JOIN sessions s USING (sid) ORDER BY 1, 2, 3, 4`,
    ),
    terms: all('SELECT term, doc, cnt FROM vocabulary ORDER BY term'),
  };
}

/** Every column of a table of notes, with ids as seqs. */
function notesOf(table: string): string {
  const isMarks = table === 'observation_files' || table === 'observation_concepts';
  const columns = isMarks ? 't.name AS mark, t.created_at_epoch' : 't.*, hex(t.hash) AS hash';
  const ids = `NULL AS sid, t.id & 4294967295 AS id${table === 'user_prompts' || table === 'retired_prompts' ? ', t.session_db_id & 4294967295 AS session_db_id' : ''}`;
  return `SELECT ${columns}, s.name AS log, ${ids} FROM ${table} t JOIN sessions s ON s.sid = t.sid ORDER BY s.name, t.id, ${isMarks ? 't.name' : '1'}`;
}

/** Every word with its position. */
function wordsOf(table: string): string {
  return `SELECT w.term, s.name, w.doc & 4294967295 AS seq, w.col, w.offset FROM temp.${table}_words w
    JOIN sessions s ON s.sid = w.doc >> 32 ORDER BY 1, 2, 3, 4, 5`;
}
