/** All events by type and words, newest first, while the search returns the best. */
import type { EventRequest, SourceRow } from '../rows.ts';
import { docId } from './stored-ids.ts';
import type { Database, Range, Row, SqlValue } from './port.ts';
import { analyze } from '../words/analyze.ts';
import { sourceRow, DOCUMENT_COLUMNS } from './document-rows.ts';
import { sidOf } from './session-rows.ts';

export function readEvents(
  db: Database,
  { sessions, types, containing, limit, asOfSeq = MAX_SEQ }: EventRequest,
): SourceRow[] {
  const words = [...new Set(analyze(containing))];
  const marks = (types ?? []).map(() => '?').join(',');
  const ofType = types === undefined ? '' : `AND d.type IN (${marks})`;
  const read = (where: string, values: readonly SqlValue[], most: number): Row[] =>
    db
      .prepare(
        `SELECT ${DOCUMENT_COLUMNS} FROM docs d WHERE ${where} ${ofType} ORDER BY d.id DESC LIMIT ?`,
      )
      .all(...values, ...(types ?? []), most);
  const found = sessions.flatMap((session) => {
    const sid = sidOf(db, session);
    const range = [docId(sid, 0), docId(sid, Math.min(asOfSeq, MAX_SEQ))] as const;
    const rows =
      words.length === 0
        ? read('d.id BETWEEN ? AND ?', range, limit)
        : withWords(db, words, range, limit, (ids, most) =>
            read(
              'd.id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))',
              [JSON.stringify(ids)],
              most,
            ),
          );
    return rows.map((each) => sourceRow({ ...each, session }));
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
/** Documents to look up at once. */
const PIECE = 2000;

/** Reads the documents with all words piece by piece, until there are enough. */
function withWords(
  { postings }: Database,
  words: readonly string[],
  [first, last]: Range,
  limit: number,
  read: (ids: readonly number[], most: number) => Row[],
): Row[] {
  const rows: Row[] = [];
  let to = last;
  while (rows.length < limit) {
    const ids = postings.find({ all: words }, [first, to], 'newest', PIECE);
    if (ids.length > 0) rows.push(...read(ids, limit - rows.length));
    if (ids.length < PIECE) break;
    to = ids.at(-1)! - 1;
  }
  return rows;
}
