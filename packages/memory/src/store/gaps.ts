/** Events that failed verification while following the log, stored next to the projection. */
import type { UnavailableEvent, UnavailableReason } from '@hookloom/core/events';
import type { Database, Row } from './port.ts';

export interface Gaps {
  of(session: string): UnavailableEvent[];
  /** The gaps of all sessions. */
  all(): UnavailableEvent[];
  add(found: readonly UnavailableEvent[]): void;
}

export function openGaps(db: Database): Gaps {
  const GAPS =
    'SELECT s.name AS session, g.seq AS seq, g.last AS last, g.reason AS reason, g.detail AS detail FROM gaps g JOIN sessions s ON s.sid = g.sid';
  const list = db.prepare(`${GAPS} WHERE s.name = ? ORDER BY g.seq`);
  const listAll = db.prepare(`${GAPS} ORDER BY s.name, g.seq`);
  const addSession = db.prepare('INSERT INTO sessions(name) VALUES (?) ON CONFLICT DO NOTHING');
  const put = db.prepare(
    `INSERT INTO gaps(sid, seq, last, reason, detail)
     SELECT sid, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT) FROM sessions WHERE name = ?
     ON CONFLICT(sid, seq) DO UPDATE SET last = excluded.last, reason = excluded.reason, detail = excluded.detail`,
  );
  const read = (rows: Row[]): UnavailableEvent[] =>
    rows.map((row) => {
      const [seq, last] = [Number(row['seq']), Number(row['last'])];
      return {
        session: String(row['session']),
        seq,
        ...(last !== seq && { last }),
        reason: String(row['reason']) as UnavailableReason,
        detail: String(row['detail']),
      };
    });
  const of = (session: string): UnavailableEvent[] => read(list.all(session));
  return {
    of,
    all: () => read(listAll.all()),
    add(found) {
      // The end of a damaged log is read repeatedly, so only new gaps are written.
      const known = new Set(
        [...new Set(found.map(({ session }) => session))].flatMap(of).map(keyOf),
      );
      for (const gap of found) {
        if (known.has(keyOf(gap))) continue;
        const { session, seq, last = seq, reason, detail } = gap;
        addSession.run(session);
        put.run(seq, last, reason, detail, session);
      }
    },
  };
}

function keyOf({ session, seq, last = seq, reason, detail }: UnavailableEvent): string {
  return JSON.stringify([session, seq, last, reason, detail]);
}
