/** Sessions of a team's files: their tombstones affect each other, and a rewritten file is projected again. */
import { isSharedSession, sharedEventId } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { isUntrusted } from '../channels.ts';
import { docId, sidOfDoc } from './stored-ids.ts';
import { inTransaction, type Database } from './port.ts';
import { channelOf } from './may-replace.ts';

export type SharedRows = ReturnType<typeof openSharedRows>;

/** @param empty Removes all rows of a session, so that it is projected again from its beginning. */
export function openSharedRows(db: Database, empty: (sid: number) => void) {
  const known = db.prepare('SELECT event_id FROM forgotten WHERE sid = ? OR wide = 1');
  const add = db.prepare(
    'INSERT INTO forgotten(event_id, sid, wide) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const holders = db.prepare(
    'SELECT d.id AS id FROM sessions s CROSS JOIN docs d ON d.id >> 32 = s.sid WHERE d.event_id = ?',
  );
  const names = db.prepare('SELECT sid, name FROM sessions ORDER BY sid');
  const hasWide = db.prepare('SELECT 1 FROM forgotten WHERE sid = ? AND wide = 1 LIMIT 1');
  const removeOf = db.prepare('DELETE FROM forgotten WHERE sid = ?');

  const shared = (): { sid: number; name: string }[] =>
    names
      .all()
      .map(({ sid, name }) => ({ sid: Number(sid), name: String(name) }))
      .filter(({ name }) => isSharedSession(name));

  return {
    /** Ids of events that are not projected in this session because they are forgotten. */
    forgotten: (sid: number): Set<string> =>
      new Set(known.all(sid).map((row) => String(row['event_id']))),
    /**
     * Stores what the events forget. A trusted writer forgets for all; any other one only in its own file. Returns
     * whether this session contained it and was emptied.
     */
    forget(sid: number, batch: readonly StoredEvent[], skip: Set<string>): boolean {
      const emptied = new Set<number>();
      for (const event of batch) {
        if (event.type !== 'share.forgotten' || event.shredded !== null) continue;
        const isWide = !isUntrusted(channelOf(event));
        for (const line of event.payload['lines'] as string[]) {
          const id = sharedEventId(line);
          if (skip.has(id)) continue;
          skip.add(id);
          add.run(id, sid, isWide ? 1 : 0);
          for (const row of holders.all(id)) {
            const holder = sidOfDoc(Number(row['id']));
            if (isWide || holder === sid) emptied.add(holder);
          }
        }
      }
      for (const each of emptied) empty(each);
      return emptied.has(sid);
    },
    /** Empties a session, including what it forgot. Other sessions that this affected are emptied as well. */
    drop(name: string): void {
      const found = shared().find((session) => session.name === name);
      if (found === undefined) return;
      const { sid } = found;
      const reached = hasWide.get(sid) === undefined ? [sid] : shared().map((each) => each.sid);
      inTransaction(db, () => {
        removeOf.run(sid);
        for (const each of reached) empty(each);
      });
    },
    /** Shared sessions that have rows and are not in this list. */
    gone(kept: readonly string[]): string[] {
      const range = db.prepare('SELECT 1 FROM docs WHERE id BETWEEN ? AND ? LIMIT 1');
      return shared()
        .filter(({ name }) => !kept.includes(name))
        .filter(({ sid }) => range.get(docId(sid, 0), docId(sid + 1, 0) - 1) !== undefined)
        .map(({ name }) => name);
    },
  };
}
