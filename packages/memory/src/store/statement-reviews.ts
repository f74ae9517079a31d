/**
 * Applies a person's reviews to the rows of statements. A newer review of the same words first reverts the older one,
 * so the rows depend only on the events and their order.
 */
import type { JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { reviewIn, statementKey, type ReviewedPlace } from '../statements/review.ts';
import { slotOf } from '../statements/slot.ts';
import { docId, hashBytes } from './stored-ids.ts';
import { lowerAscii } from './entity-rows.ts';
import type { Database, Row } from './port.ts';

export const REVIEWS_SCHEMA = `
-- The review of each statement that is in force, by the key of its words. eid: the statement; into_eid: what it became.
CREATE TABLE statement_reviews(sid INTEGER NOT NULL, key TEXT NOT NULL, action TEXT NOT NULL, seq INTEGER NOT NULL,
  eid INTEGER, into_eid INTEGER, was TEXT, said INTEGER NOT NULL, PRIMARY KEY(sid, key)) WITHOUT ROWID;
`;

interface OpenStatement {
  eid: number;
  said: number;
  authority: string;
  content: string;
}

export function openStatementReviews(db: Database) {
  const get = db.prepare('SELECT * FROM statement_reviews WHERE sid = ? AND key = ?');
  const anyOf = db.prepare('SELECT 1 FROM statement_reviews WHERE sid = ? LIMIT 1');
  const put = db.prepare(
    `INSERT INTO statement_reviews(sid, key, action, seq, eid, into_eid, was, said) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT(sid, key) DO UPDATE SET action = excluded.action, seq = excluded.seq, eid = excluded.eid,
     into_eid = excluded.into_eid, was = excluded.was, said = excluded.said`,
  );
  const drop = db.prepare('DELETE FROM statement_reviews WHERE sid = ? AND key = ?');
  const count = db.prepare(
    'UPDATE statement_reviews SET said = said + 1 WHERE sid = ? AND key = ?',
  );
  const saidAt = db.prepare(
    "SELECT DISTINCT eid FROM facts WHERE doc = ? AND json_extract(props, '$.speaker') IS NOT NULL ORDER BY eid",
  );
  const current = db.prepare(
    "SELECT content, doc, authority, json_extract(props, '$.said') AS said FROM facts WHERE eid = ? AND valid_to IS NULL",
  );
  const entityNamed = db.prepare(
    'SELECT eid FROM entities WHERE lower(name) = ? AND sid = ? AND type = ? AND name = ?',
  );
  const close = db.prepare(
    'UPDATE facts SET valid_to = ?, by_seq = ?, by_hash = ? WHERE eid = ? AND valid_to IS NULL',
  );
  const reopen = db.prepare(
    `UPDATE facts SET valid_to = NULL, by_seq = NULL, by_hash = NULL WHERE eid = ?1 AND by_seq = ?2
     AND NOT EXISTS (SELECT 1 FROM facts o WHERE o.eid = ?1 AND o.valid_to IS NULL)`,
  );
  const setAuthority = db.prepare(
    'UPDATE facts SET authority = ? WHERE eid = ? AND valid_to IS NULL',
  );
  const getProps = db.prepare('SELECT fid, props FROM facts WHERE eid = ? AND valid_to IS NULL');
  const setProps = db.prepare('UPDATE facts SET props = ? WHERE fid = ?');

  return {
    /**
     * True if a review decides about these words, so that they are not a new statement. A person may repeat rejected
     * words.
     */
    settles(sid: number, text: string, isPerson: boolean): boolean {
      if (anyOf.get(sid) === undefined) return false;
      const key = statementKey(text);
      const review = get.get(sid, key) ?? {};
      const { action } = review;
      if (action === 'merge') {
        const intoEid = eidOf(review, 'into_eid');
        const isCounted = intoEid !== null && addSaid(1, intoEid);
        if (isCounted) count.run(sid, key);
        return isCounted || !isPerson;
      }
      return !isPerson && (action === 'reject' || action === 'edit');
    },
    apply(sid: number, event: StoredEvent): void {
      const review = reviewIn(event);
      if (review === null) return;
      const before = get.get(sid, review.key);
      if (before !== undefined) takeBack(before, sid, event);
      drop.run(sid, review.key);
      if (review.action === 'undo') return;
      const target = openAt(sid, review);
      const into =
        review.edited === null
          ? review.into && openAt(sid, review.into)
          : openNamed(sid, review.edited.kind, slotOf(review.edited.text));
      if (review.action === 'accept') {
        if (target !== null) setAuthority.run('accepted', target.eid);
      } else if (target !== null && target.eid !== into?.eid) end(target.eid, event);
      if (review.action === 'merge' && into !== null) addSaid(target?.said ?? 0, into.eid);
      put.run(
        sid,
        review.key,
        review.action,
        event.seq,
        target?.eid ?? null,
        into?.eid ?? null,
        target?.authority ?? null,
        target?.said ?? 0,
      );
    },
  };

  function takeBack(review: Row, sid: number, by: StoredEvent): void {
    const [eid, intoEid] = [eidOf(review, 'eid'), eidOf(review, 'into_eid')];
    const [seq, said] = [Number(review['seq']), Number(review['said'])];
    if (review['action'] === 'accept') {
      if (eid !== null && openOf(eid)?.authority === 'accepted')
        setAuthority.run(String(review['was']), eid);
      return;
    }
    if (review['action'] === 'merge' && intoEid !== null) addSaid(-said, intoEid);
    if (review['action'] === 'edit' && intoEid !== null) {
      const row = current.get(intoEid);
      if (Number(row?.['doc']) === docId(sid, seq)) end(intoEid, by);
      reopen.run(intoEid, seq);
    }
    if (eid === null) return;
    reopen.run(eid, seq);
    if (review['action'] === 'merge') addSaid(said - (openOf(eid)?.said ?? said), eid);
  }

  /** The current row of the statement that the event said, if its words are still the same. */
  function openAt(sid: number, { seq, key }: ReviewedPlace): OpenStatement | null {
    for (const { eid } of saidAt.all(docId(sid, seq))) {
      const open = openOf(Number(eid));
      if (open !== null && statementKey(open.content) === key) return open;
    }
    return null;
  }

  /** False if the statement is no longer valid. */
  function addSaid(count: number, eid: number): boolean {
    const rows = getProps.all(eid);
    for (const { fid, props } of rows) {
      const read = JSON.parse(String(props)) as JsonObject;
      const said = Math.max(1, Number(read['said'] ?? 1) + count);
      setProps.run(JSON.stringify({ ...read, said }), fid!);
    }
    return rows.length > 0;
  }

  function openNamed(sid: number, type: string, name: string): OpenStatement | null {
    const row = entityNamed.get(lowerAscii(name), sid, type, name);
    return row === undefined ? null : openOf(Number(row['eid']));
  }

  function openOf(eid: number): OpenStatement | null {
    const row = current.get(eid);
    if (row === undefined) return null;
    const said = Number(row['said'] ?? 1);
    return { eid, said, content: String(row['content']), authority: String(row['authority']) };
  }

  function end(eid: number, by: StoredEvent): void {
    close.run(by.timestamp, by.seq, hashBytes(by.hash), eid);
  }
}

function eidOf(row: Row, name: string): number | null {
  return row[name] == null ? null : Number(row[name]);
}
