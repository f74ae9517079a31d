/** The sessions of the projection, and how far each is projected. */
import type { Cursor } from '@hookloom/core/events';
import type { SessionStats } from '../rows.ts';
import type { Database } from './port.ts';

export interface SessionRow {
  sid: number;
  name: string;
  seq: number;
  docs: number;
  tokens: number;
}

/** By sid. */
export function readSessions(db: Database): SessionRow[] {
  return db
    .prepare('SELECT sid, name, seq, docs, tokens FROM sessions ORDER BY sid')
    .all()
    .map((row) => ({
      sid: Number(row['sid']),
      name: String(row['name']),
      seq: Number(row['seq']),
      docs: Number(row['docs']),
      tokens: Number(row['tokens']),
    }));
}

/** Of the sessions that are projected. */
export function sidsOf(db: Database, names: readonly string[]): number[] {
  const wanted = new Set(names);
  return readSessions(db).flatMap(({ sid, name }) => (wanted.has(name) ? [sid] : []));
}

/** No session has this number; it means "not projected". */
export function sidOf(db: Database, session: string): number {
  return Number(db.prepare('SELECT sid FROM sessions WHERE name = ?').get(session)?.['sid'] ?? -1);
}

export function cursorOf(db: Database, session: string): Cursor | null {
  const row = db.prepare('SELECT seq, hash, position FROM sessions WHERE name = ?').get(session);
  if (row === undefined || Number(row['seq']) === 0) return null;
  return {
    seq: Number(row['seq']),
    hash: String(row['hash']),
    position: String(row['position']),
  };
}

export function countsOf(
  db: Database,
  session: string,
): Pick<SessionStats, 'eventCount' | 'factCount' | 'latest'> {
  const row = db.prepare('SELECT sid, events, facts FROM sessions WHERE name = ?').get(session);
  const latest = db
    .prepare('SELECT type, seq, ts FROM latest WHERE sid = ? ORDER BY type')
    .all(Number(row?.['sid'] ?? -1));
  return {
    eventCount: Number(row?.['events'] ?? 0),
    factCount: Number(row?.['facts'] ?? 0),
    latest: Object.fromEntries(
      latest.map((item) => [
        String(item['type']),
        { seq: Number(item['seq']), timestamp: String(item['ts']) },
      ]),
    ),
  };
}
