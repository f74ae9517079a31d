/** The sessions of the projection, how far each is projected, and the events that failed verification. */
import type { Cursor, UnavailableEvent, UnavailableReason } from '@hookloom/core/events';
import { isSharedSession } from '@hookloom/core';
import type { SessionStats } from '../rows.ts';
import type { Database, Row } from './port.ts';
import type { AsOf } from '../memory.ts';
import { docId, seqOfDoc } from './stored-ids.ts';
import { isUntrusted } from '../channels.ts';
import { firstChannel } from './document-rows.ts';

interface SessionRow {
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

/** The numbers of the projected sessions. */
export function sidsOf(db: Database, names: readonly string[]): number[] {
  const wanted = new Set(names);
  return readSessions(db).flatMap(({ sid, name }) => (wanted.has(name) ? [sid] : []));
}

/** The value for a session that is not projected. */
export const NO_SID = -1;

export function sidOf(db: Database, session: string): number {
  return Number(
    db.prepare('SELECT sid FROM sessions WHERE name = ?').get(session)?.['sid'] ?? NO_SID,
  );
}

export function cursorOf(db: Database, session: string): Cursor | null {
  return cursorIn(
    db.prepare('SELECT seq, hash, position FROM sessions WHERE name = ?').get(session),
  );
}

function cursorIn(row: Row | undefined): Cursor | null {
  if (row === undefined || Number(row['seq']) === 0) return null;
  return {
    seq: Number(row['seq']),
    hash: String(row['hash']),
    position: String(row['position']),
  };
}

export function countsOf(db: Database, session: string): Omit<SessionStats, 'session' | 'gaps'> {
  const row = db
    .prepare('SELECT sid, seq, hash, position, events, facts FROM sessions WHERE name = ?')
    .get(session);
  const latest = db
    .prepare('SELECT type, seq, ts FROM latest WHERE sid = ? ORDER BY type')
    .all(Number(row?.['sid'] ?? NO_SID));
  return {
    cursor: cursorIn(row),
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

/** The newest event of an older state, by binary search: a log is in order of time. */
export function newestSeq(
  db: Database,
  sid: number,
  { asOfSeq = Number.MAX_SAFE_INTEGER, asOfTime }: AsOf,
): number {
  if (asOfTime === undefined) return asOfSeq;
  const upTo = db.prepare(
    'SELECT id, ts FROM docs WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1',
  );
  const newest = (seq: number) => {
    const row = upTo.get(docId(sid, 0), docId(sid, seq));
    return row && { seq: seqOfDoc(Number(row['id'])), ms: Date.parse(String(row['ts'])) };
  };
  const then = Date.parse(asOfTime);
  let from = 0;
  let to = newest(asOfSeq)?.seq ?? 0;
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    const event = newest(middle);
    if (event === undefined || event.ms <= then) from = middle;
    else to = event.seq - 1;
  }
  return Math.min(from, asOfSeq);
}

// The sessions whose texts get a vector: every log, and the files of writers that a person trusts. A repository must not
// decide how much is computed on a machine, so the files of a team share one limit; texts beyond it are found by words.

const MAX_SHARED = 20_000;

/** Ids in ascending order. `names`: only among these sessions. */
export function embeddedSids(db: Database, names?: readonly string[]): number[] {
  const wanted = names === undefined ? null : new Set(names);
  const isTrusted = (sid: number): boolean => {
    const channel = firstChannel(db, sid);
    return channel !== null && !isUntrusted(channel);
  };
  let left = MAX_SHARED;
  const sids: number[] = [];
  const byName = readSessions(db).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const { sid, name, docs } of byName) {
    if (isSharedSession(name)) {
      // If a file does not fit, smaller ones can use the space.
      if (docs > left || !isTrusted(sid)) continue;
      left -= docs;
    }
    if (wanted === null || wanted.has(name)) sids.push(sid);
  }
  return sids.sort((a, b) => a - b);
}

interface Gaps {
  of(session: string): UnavailableEvent[];
  all(): UnavailableEvent[];
  add(found: readonly UnavailableEvent[]): void;
}

/** Stored next to the projection. */
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

/** Removes forgotten bytes if something was forgotten since the last time. While others read, the next call tries again. */
export function scrubForgotten(db: Database): void {
  if (db.prepare('SELECT 1 FROM forgotten WHERE scrubbed = 0 LIMIT 1').get() === undefined) return;
  if (db.scrub()) db.exec('UPDATE forgotten SET scrubbed = 1');
}
