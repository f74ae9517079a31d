/** The names that a session knows, cached between questions: only changes since the last one are read. */
import { reinforcement } from './read-facts.ts';
import type { Database, Row } from './port.ts';
import type { KnownNames } from '../rows.ts';
import { termsOf } from '../salience/name-words.ts';

interface Known {
  /** Changes if facts may have been removed or opened again: then everything is read again. */
  mark: string;
  /** The newest fact that was read. */
  fid: number;
  /** The newest event that ended a fact. */
  seq: number;
  entities: Set<number>;
  /** The number of names that contain each word. */
  words: Map<string, number>;
}

const MAX_SESSIONS = 64;

/** There is one for each open projection. */
export function createKnownNames(db: Database): (sid: number) => KnownNames {
  const sessions = new Map<number, Known>();
  const getMark = db.prepare(
    `SELECT (SELECT COUNT(*) FROM forgotten WHERE sid = ?1) || ' ' ||
     COALESCE((SELECT MAX(seq) FROM statement_reviews WHERE sid = ?1), 0) AS mark`,
  );
  const getFact = db.prepare('SELECT eid, sid, seq FROM facts WHERE fid = ?');
  const getNewest = db.prepare('SELECT COALESCE(MAX(fid), 0) AS fid FROM facts');
  const getSeq = db.prepare('SELECT seq FROM sessions WHERE sid = ?');
  const getChanged = db.prepare(
    `SELECT eid FROM facts WHERE fid > ?2 AND sid = ?1 UNION ALL SELECT eid FROM facts WHERE sid = ?1 AND by_seq > ?3`,
  );
  const getAll = db.prepare('SELECT eid FROM entities WHERE sid = ? ORDER BY type, name');
  const getName = db.prepare(
    `SELECT name, EXISTS (SELECT 1 FROM facts f WHERE f.eid = e.eid AND f.valid_to IS NULL) AS holds
     FROM entities e WHERE eid = ?`,
  );
  const getMarked = db.prepare(
    `SELECT e.type AS type, e.name AS name, z.surfaced AS surfaced, z.earned AS earned, z.last AS last,
     z.last_earned AS last_earned FROM salience z CROSS JOIN facts f ON f.doc = z.doc JOIN entities e ON e.eid = f.eid
     WHERE z.sid = ? AND f.valid_to IS NULL ORDER BY e.type, e.name`,
  );
  const sentinel = (fid: number): string => JSON.stringify(getFact.get(fid) ?? null);

  return (sid) => {
    const mark = String(getMark.get(sid)?.['mark']);
    const [fid, seq] = [Number(getNewest.get()?.['fid']), Number(getSeq.get(sid)?.['seq'] ?? 0)];
    const before = sessions.get(sid);
    const isSame = before !== undefined && before.mark === `${mark} ${sentinel(before.fid)}`;
    const known = isSame
      ? before
      : { mark: '', fid: 0, seq: 0, entities: new Set<number>(), words: new Map<string, number>() };
    const changed = isSame ? getChanged.all(sid, known.fid, known.seq) : getAll.all(sid);
    for (const { eid } of changed) follow(known, Number(eid), getName.get(eid!));
    Object.assign(known, { mark: `${mark} ${sentinel(fid)}`, fid, seq });
    if (!isSame && sessions.size >= MAX_SESSIONS) sessions.clear();
    sessions.set(sid, known);
    const marked = getMarked.all(sid).map((row) => ({
      type: String(row['type']),
      name: String(row['name']),
      ...reinforcement(row),
    }));
    return { words: known.words, marked };
  };
}

function follow({ entities, words }: Known, eid: number, row: Row | undefined): void {
  const holds = Number(row?.['holds']) === 1;
  if (row === undefined || holds === entities.has(eid)) return;
  for (const word of termsOf(String(row['name']))) {
    const count = (words.get(word) ?? 0) + (holds ? 1 : -1);
    if (count === 0) words.delete(word);
    else words.set(word, count);
  }
  if (holds) entities.add(eid);
  else entities.delete(eid);
}
