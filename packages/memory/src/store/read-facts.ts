/** Facts for callers: a version of an entity with the event that asserted it. */
import type { Channel } from '@hookloom/core/events';
import { type JsonObject, compareText } from '@hookloom/core';
import type { Authority, FactRequest, FactRow } from '../rows.ts';
import type { Reinforcement } from '../salience/salience.ts';
import type { Database, Row, SqlValue } from './port.ts';
import { hashText } from './stored-ids.ts';
import { FACT_CHANNEL } from './repeat-rows.ts';
import { lowerAscii } from './entity-rows.ts';

export interface FactFilter {
  asOfSeq: number;
  /** ISO 8601; facts valid at that time instead of current ones. */
  asOfTime: string | undefined;
  includeSuperseded: boolean;
}

/** Columns of the table `z`. Use a left join: most events were never reinforced. */
export const SALIENCE_COLUMNS =
  'z.surfaced AS surfaced, z.earned AS earned, z.last AS last, z.last_earned AS last_earned';

export const FACT_COLUMNS = `f.fid AS fid, f.doc AS doc, f.seq AS seq, f.content AS content, f.props AS props,
  f.valid_from AS valid_from, f.valid_to AS valid_to, f.authority AS authority, f.importance AS importance,
  f.reinforced AS reinforced, f.by_seq AS by_seq, f.by_hash AS by_hash, e.name AS name, e.type AS entity_type,
  d.hash AS hash, d.event_id AS event_id, d.type AS type, d.actor AS actor, ${FACT_CHANNEL} AS channel, s.name AS session,
  ${SALIENCE_COLUMNS}`;
const OF_FACT =
  'JOIN docs d ON d.id = f.doc JOIN sessions s ON s.sid = f.sid LEFT JOIN salience z ON z.doc = f.doc';
const OF_SESSION = 'JOIN sessions s ON s.sid = e.sid';
const JOINS = `FROM facts f JOIN entities e ON e.eid = f.eid ${OF_FACT}`;
/** Reads facts first, because a long log has many entities, but the requested documents have few facts. */
const FACTS_FIRST = `FROM facts f CROSS JOIN entities e ON e.eid = f.eid ${OF_SESSION}`;
/** Reads entities first, because few entities have a requested type, but a long log has many facts. */
const ENTITIES_FIRST = `FROM entities e CROSS JOIN facts f ON f.eid = e.eid ${OF_SESSION}`;

/** A turn has ended if this many times its ended statements is at least its text. */
const ENDED_SHARE = 2;

/**
 * For documents whose statements have all ended, the time of the last end. A turn that says more than these statements
 * still holds. Runs and edits are left out, because a later one of the same name does not undo the earlier one.
 */
export function endsOf(
  db: Database,
  docs: readonly number[],
  asOfSeq = Number.MAX_SAFE_INTEGER,
): Map<number, string> {
  if (docs.length === 0) return new Map();
  const rows = db
    .prepare(
      `SELECT f.doc AS doc, MAX(f.valid_to) AS ended FROM facts f JOIN docs d ON d.id = f.doc
       WHERE f.doc IN (SELECT CAST(value AS BIGINT) FROM json_each(?2)) AND f.seq <= ?1
       AND d.type NOT IN ('command.completed', 'tool.call.settled', 'file.edit.applied', 'verification.recorded')
       GROUP BY f.doc HAVING SUM(CASE WHEN f.valid_to IS NULL OR f.by_seq IS NULL OR f.by_seq > ?1 THEN 1 ELSE 0 END) = 0
       AND (MAX(d.kind) <> 'transcript' OR ${ENDED_SHARE} * SUM(LENGTH(f.content)) >= MAX(LENGTH(d.content)))`,
    )
    .all(asOfSeq, JSON.stringify(docs));
  return new Map(rows.map(({ doc, ended }) => [Number(doc), String(ended)]));
}

/**
 * Statements of turns that no longer hold, as they were said. Mere repetitions are left out.
 */
export function endedParts(
  db: Database,
  docs: readonly number[],
  asOfSeq = Number.MAX_SAFE_INTEGER,
): Map<number, string[]> {
  const parts = new Map<number, string[]>();
  if (docs.length === 0) return parts;
  const rows = db
    .prepare(
      `SELECT f.doc AS doc, f.content AS content FROM facts f JOIN docs d ON d.id = f.doc
       WHERE f.doc IN (SELECT CAST(value AS BIGINT) FROM json_each(?2)) AND d.kind = 'transcript' AND f.by_seq <= ?1
       AND NOT EXISTS (SELECT 1 FROM facts o WHERE o.eid = f.eid AND o.valid_to IS NULL AND o.content = f.content)
       ORDER BY f.fid`,
    )
    .all(asOfSeq, JSON.stringify(docs));
  for (const { doc, content } of rows) {
    const known = parts.get(Number(doc));
    if (known === undefined) parts.set(Number(doc), [String(content)]);
    else known.push(String(content));
  }
  return parts;
}

export interface FactOfDocument {
  doc: number;
  fid: number;
  fact: FactRow;
}

export interface FactReader {
  byDocuments(docs: readonly number[], filter: FactFilter): FactOfDocument[];
  byEntities(eids: readonly number[], filter: FactFilter): FactOfDocument[];
  /** @param docs Only the statements of these documents. */
  byTypes(sids: readonly number[], request: FactRequest, docs?: readonly number[]): FactRow[];
  /**
   * Current facts of each bucket, newest first; authoritative ones before reported ones. `limit` applies to each
   * bucket.
   */
  buckets(sid: number, buckets: readonly string[], limit: number, asOfSeq: number): FactRow[][];
}

/** @param removed Changes whenever rows may have been removed; without it, no rows are cached. */
export function createFactReader(db: Database, removed?: () => string): FactReader {
  const kept = removed === undefined ? null : createKeptFacts(db, removed);
  const newestIn = (sids: readonly number[]): number =>
    Number(
      db.prepare(`SELECT MAX(seq) AS seq FROM sessions WHERE sid IN (${sids.join(',')})`).get()?.[
        'seq'
      ],
    );
  const read = (column: string, ids: readonly number[], filter: FactFilter): FactOfDocument[] =>
    ids.length === 0
      ? []
      : db
          .prepare(
            `SELECT ${FACT_COLUMNS} ${JOINS} WHERE f.${column} IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND f.seq <= ? ORDER BY f.sid, f.seq, f.fid`,
          )
          .all(JSON.stringify(ids), filter.asOfSeq)
          .map((row) => ({
            fact: factRow(row, filter.asOfSeq),
            doc: Number(row['doc']),
            fid: Number(row['fid']),
          }))
          .filter(({ fact }) => isWanted(fact, filter));
  return {
    byDocuments: (docs, filter) => read('doc', docs, filter),
    byEntities: (eids, filter) => read('eid', eids, filter),
    byTypes(sids, { types, names, limit, asOfSeq: until, includeSuperseded, mayBeKept }, docs) {
      if (sids.length === 0 || types?.length === 0) return [];
      // At the head, nothing is newer.
      const isPast = until !== undefined && until < newestIn(sids);
      const asOfSeq = isPast ? until : Number.MAX_SAFE_INTEGER;
      const marks = (count: number): string => Array<string>(count).fill('?').join(',');
      const typed = types === undefined ? '' : `AND e.type IN (${marks(types.length)})`;
      const named =
        names === undefined
          ? ''
          : `AND lower(e.name) IN (${marks(names.length)}) AND e.name IN (${marks(names.length)})`;
      const cited =
        docs === undefined ? '' : 'AND f.doc IN (SELECT CAST(value AS BIGINT) FROM json_each(?))';
      const open = includeSuperseded === true ? '' : 'AND (f.valid_to IS NULL OR f.by_seq > ?)';
      const from = `${docs === undefined ? ENTITIES_FIRST : FACTS_FIRST}
        WHERE e.sid IN (${sids.join(',')}) ${typed} ${named} ${cited} AND f.seq <= ? ${open}`;
      const values = [
        ...(types ?? []),
        ...(names ?? []).map(lowerAscii),
        ...(names ?? []),
        ...(docs === undefined ? [] : [JSON.stringify(docs)]),
        asOfSeq,
        ...(includeSuperseded === true ? [] : [asOfSeq]),
      ];
      // Sorts short rows first, and reads content and events only for the rows that stay.
      const order = 'ORDER BY f.valid_from DESC, s.name, f.seq DESC, f.fid DESC';
      const rows = (range?: FactRange): FactRow[] =>
        db
          .prepare(
            `SELECT ${FACT_COLUMNS} FROM (SELECT f.fid AS kept ${from} ${range ? 'AND f.fid BETWEEN ? AND ?' : ''} ${order} LIMIT ?) k
           CROSS JOIN facts f ON f.fid = k.kept JOIN entities e ON e.eid = f.eid ${OF_FACT} ${order}`,
          )
          .all(...values, ...(range ?? []), limit)
          .map((row) => factRow(row, asOfSeq));
      return mayBeKept === true && kept !== null ? kept({ from, values }, limit, rows) : rows();
    },
    buckets(sid, buckets, limit, asOfSeq) {
      // In one statement, because a remote store answers slowly. Its parts stop after a few entries of an index.
      const parts = buckets.flatMap((_, at) =>
        [0, 1].map(
          (reported) =>
            `SELECT * FROM (SELECT fid AS kept, ${at} AS place, ${reported} AS told FROM facts WHERE sid = ?1 AND bucket = ?${at + 4}
             AND reported = ${reported} AND doc > 0 AND seq <= ?2 AND (valid_to IS NULL OR by_seq > ?2)
             ORDER BY seq DESC, fid DESC LIMIT ?3) b${at}${reported}`,
        ),
      );
      const rows = db
        .prepare(
          `SELECT k.place AS place, ${FACT_COLUMNS} FROM (${parts.join(' UNION ALL ')}) k CROSS JOIN facts f ON f.fid = k.kept
           JOIN entities e ON e.eid = f.eid ${OF_FACT} ORDER BY k.place, k.told, f.seq DESC, f.fid DESC`,
        )
        .all(sid, asOfSeq, limit, ...buckets);
      return buckets.map((_, at) =>
        rows
          .filter(({ place }) => Number(place) === at)
          .slice(0, limit)
          .map((row) => factRow(row, asOfSeq)),
      );
    },
  };
}

function isWanted(fact: FactRow, { asOfTime, includeSuperseded }: FactFilter): boolean {
  if (asOfTime !== undefined) {
    const at = Date.parse(asOfTime);
    return (
      Date.parse(fact.validFrom) <= at && (fact.validTo === null || Date.parse(fact.validTo) > at)
    );
  }
  return includeSuperseded || fact.validTo === null;
}

/** A fact that was closed after `asOfSeq` was current at that time. */
function factRow(row: Row, asOfSeq: number): FactRow {
  const bySeq = row['by_seq'] === null ? null : Number(row['by_seq']);
  const closed = bySeq !== null && bySeq <= asOfSeq;
  const session = String(row['session']);
  return {
    session,
    seq: Number(row['seq']),
    hash: hashText(row['hash']),
    eventId: String(row['event_id']),
    eventType: String(row['type']),
    entityName: String(row['name']),
    entityType: String(row['entity_type']),
    content: String(row['content']),
    properties: JSON.parse(String(row['props'])) as JsonObject,
    validFrom: String(row['valid_from']),
    validTo: closed ? String(row['valid_to']) : null,
    actor: String(row['actor']),
    channel: String(row['channel']) as Channel,
    authority: String(row['authority']) as Authority,
    importance: Number(row['importance']),
    reinforcementCount: Number(row['reinforced']),
    supersededBy: closed ? { session, seq: bySeq, hash: hashText(row['by_hash']) } : null,
    ...reinforcement(row),
  };
}

/** Reads a row with `SALIENCE_COLUMNS`; empty if the event was never reinforced. */
export function reinforcement(row: Row): { salience?: Reinforcement } {
  const { earned, surfaced, last, last_earned: lastEarned } = row;
  if (typeof earned !== 'number') return {};
  return {
    salience: {
      surfaced: Number(surfaced),
      earned,
      last: String(last),
      lastEarned: lastEarned === null ? null : String(lastEarned),
    },
  };
}

/** The condition that chooses the rows, over the tables `e` and `f`. */
interface Chosen {
  from: string;
  values: readonly SqlValue[];
}

/** Numbers of facts, both ends included. */
type FactRange = readonly [first: number, last: number];

type KeptFacts = (
  chosen: Chosen,
  limit: number,
  read: (range: FactRange) => FactRow[],
) => FactRow[];

const MOST = 16;

interface Kept {
  removed: string;
  /** Of the rows as they were read. */
  counts: string;
  newest: number;
  rows: FactRow[];
}

/**
 * Caches rows of facts. Reads only the facts that were added since, unless one ended or changed.
 *
 * @param removed Changes whenever rows may have been removed.
 */
function createKeptFacts(db: Database, removed: () => string): KeptFacts {
  const kept = new Map<string, Kept>();
  return ({ from, values }, limit, read) => {
    const key = JSON.stringify([from, values, limit]);
    const before = kept.get(key);
    const until = before?.newest ?? 0;
    const parts = db
      .prepare(
        `SELECT CASE WHEN f.fid > ? THEN 1 ELSE 0 END AS added, COUNT(*) AS count, MAX(f.fid) AS newest, MAX(f.by_seq) AS ended,
         SUM(f.reinforced) AS said, SUM(f.reported) AS reported ${from} GROUP BY 1`,
      )
      .all(until, ...values);
    const known = parts.filter(({ added }) => Number(added) === 0);
    const isKept = before?.removed === removed() && before.counts === countsOf(known);
    if (isKept && known.length === parts.length) return before.rows;
    const newest = Math.max(until, ...parts.map((part) => Number(part['newest'])));
    const rows = isKept
      ? merged(read([until + 1, newest]), before.rows).slice(0, limit)
      : read([0, newest]);
    kept.delete(key);
    kept.set(key, { removed: removed(), counts: countsOf(parts), newest, rows });
    if (kept.size > MOST) kept.delete(kept.keys().next().value!);
    return rows;
  };
}

/** Of two parts together the same as of all their rows. */
function countsOf(parts: readonly Row[]): string {
  const of = (name: string): number[] => parts.map((part) => Number(part[name]));
  const sums = ['count', 'said', 'reported'].map((name) => of(name).reduce((a, b) => a + b, 0));
  return JSON.stringify([...sums, Math.max(0, ...of('ended'))]);
}

/** In the order of the reader. Facts that were added later come first among equals. */
function merged(added: readonly FactRow[], known: readonly FactRow[]): FactRow[] {
  const isBefore = (a: FactRow, b: FactRow): boolean =>
    (compareText(b.validFrom, a.validFrom) || compareText(a.session, b.session) || b.seq - a.seq) <=
    0;
  const rows: FactRow[] = [];
  let at = 0;
  for (const row of known) {
    while (at < added.length && isBefore(added[at]!, row)) rows.push(added[at++]!);
    rows.push(row);
  }
  return [...rows, ...added.slice(at)];
}
