import type { AsOf } from '../memory.ts';
import { docId, seqOfDoc } from './doc-id.ts';
import type { Database } from './port.ts';

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
