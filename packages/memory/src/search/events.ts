/** Whole events by type and words: all of them, newest first, while the search returns the best. */
import type { EventRequest, SourceRow } from '../rows.ts';
import { docId } from '../stores/sqlite/doc-id.ts';
import type { Database } from '../stores/sqlite/driver.ts';
import { analyze } from './analyze.ts';
import { sourceRow } from './source-row.ts';

const COLUMNS = `d.id AS id, d.hash AS hash, d.event_id AS event_id, d.type AS type, d.kind AS kind,
  d.content AS content, d.actor AS actor, d.ts AS ts, d.channel AS channel, d.meta AS meta`;

export function readEvents(
  db: Database,
  { sessions, types, containing, limit, asOfSeq = MAX_SEQ }: EventRequest,
): SourceRow[] {
  const words = [...new Set(analyze(containing))];
  const match = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
  const marks = (types ?? []).map(() => '?').join(',');
  const ofType = types === undefined ? '' : `AND d.type IN (${marks})`;
  const from =
    match === ''
      ? 'docs d WHERE d.id BETWEEN ? AND ?'
      : `(SELECT rowid AS id FROM postings WHERE postings MATCH ? AND rowid BETWEEN ? AND ?) p
         JOIN docs d ON d.id = p.id WHERE 1`;
  const read = db.prepare(`SELECT ${COLUMNS} FROM ${from} ${ofType} ORDER BY d.id DESC LIMIT ?`);
  const found = sessions.flatMap((session) => {
    const row = db.prepare('SELECT sid FROM sessions WHERE name = ?').get(session);
    if (row === undefined) return [];
    const sid = Number(row['sid']);
    const range = [docId(sid, 0), docId(sid, Math.min(asOfSeq, MAX_SEQ))];
    const bound = match === '' ? range : [match, ...range];
    return read
      .all(...bound, ...(types ?? []), limit)
      .map((each) => sourceRow({ ...each, session }));
  });
  return found
    .sort(
      (a, b) =>
        (a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : 0) ||
        (a.session < b.session ? -1 : a.session > b.session ? 1 : 0) ||
        b.seq - a.seq,
    )
    .slice(0, limit);
}

const MAX_SEQ = 2 ** 32 - 1;
