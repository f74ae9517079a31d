import type { Database, Row } from '../src/stores/sqlite/driver.ts';

/** Everything a projection holds, without the ids that depend on the order in which sessions were followed. */
export function dump(db: Database): Record<string, Row[]> {
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
      `SELECT s.name, a.type AS t1, a.name AS n1, g.relation, b.type AS t2, b.name AS n2, g.seq FROM edges g
       JOIN entities a ON a.eid = g.src JOIN entities b ON b.eid = g.dst JOIN sessions s ON s.sid = g.sid ORDER BY 1, 2, 3, 4, 5, 6`,
    ),
    pieces: all(
      'SELECT s.name, p.path, p.doc & 4294967295 AS seq FROM pieces p JOIN sessions s USING (sid) ORDER BY 1, 2, 3',
    ),
    terms: all('SELECT term, doc, cnt FROM vocabulary ORDER BY term'),
  };
}
