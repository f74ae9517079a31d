/** The postings in a search table of SQLite (sqlite.org/fts5.html). */
import type { Match, PostingsIndex } from '../port.ts';
import type { SqliteDatabase } from './driver.ts';

export function openPostings(db: SqliteDatabase): PostingsIndex {
  const remove = db.prepare('DELETE FROM postings WHERE rowid = ?');
  const add = db.prepare('INSERT INTO postings(rowid, body) VALUES (?, ?)');
  const removeRange = db.prepare(
    'DELETE FROM postings WHERE rowid IN (SELECT id FROM docs WHERE id BETWEEN ? AND ?)',
  );
  const count = db.prepare('SELECT doc FROM vocabulary WHERE term = ?');
  // One string for all of them: a row for each costs more than finding it.
  const find = (direction: string) =>
    db.prepare(
      `SELECT json_group_array(id) AS ids FROM (SELECT rowid - ?2 AS id FROM postings
       WHERE postings MATCH ?1 AND rowid BETWEEN ?2 AND ?3 ORDER BY rowid ${direction} LIMIT ?4)`,
    );
  const inOrder = { newest: find('DESC'), oldest: find('ASC') };
  const nth = db.prepare(
    'SELECT rowid AS id FROM postings WHERE postings MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT 1 OFFSET ?',
  );
  // The index stores one varint per document (sqlite.org/fts5.html, "The Docsize Table").
  const sizes = db.prepare(
    `SELECT group_concat(COALESCE((SELECT hex(sz) FROM postings_docsize WHERE id = j.value), '01')) AS sizes
     FROM json_each(?) j`,
  );

  const found: PostingsIndex['find'] = (match, [first, last], order, most) => {
    const { ids } = inOrder[order].get(matchText(match), first, last, most)!;
    return (JSON.parse(String(ids)) as number[]).map((id) => id + first);
  };

  return {
    add: (doc, body) => void add.run(doc, body),
    remove: (doc) => void remove.run(doc),
    removeRange: ([first, last]) => void removeRange.run(first, last),
    find: found,
    findEach: (matches, range, most) => matches.map((match) => found(match, range, 'newest', most)),
    nthNewest(term, [first, last], newer) {
      const found = nth.get(quoted(term), first, last, newer);
      return found === undefined ? undefined : Number(found['id']);
    },
    frequencies: (terms) => terms.map((term) => Number(count.get(term)?.['doc'] ?? 0)),
    lengths(docs) {
      const list = String(sizes.get(JSON.stringify(docs))!['sizes']).split(',');
      return docs.map((_, at) => varint(list[at]!));
    },
  };
}

function matchText(match: Match): string {
  if (typeof match === 'string') return quoted(match);
  if ('all' in match) return `(${match.all.map(matchText).join(' AND ')})`;
  if ('any' in match) return `(${match.any.map(matchText).join(' OR ')})`;
  return `(${matchText(match.of)} NOT (${match.without.map(quoted).join(' OR ')}))`;
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** Seven bits per byte, the highest first; a set high bit means that more follow. */
function varint(hex: string): number {
  let value = 0;
  for (let at = 0; at < hex.length; at += 2) {
    const byte = Number.parseInt(hex.slice(at, at + 2), 16);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) break;
  }
  return value;
}
