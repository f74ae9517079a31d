/** An open file with the interface of the port. */
import type { Database, NeighbourRows, Neighbours, Match, PostingsIndex } from '../port.ts';
import type { SqliteDatabase } from './driver.ts';
import { openNoteWords } from './note-words.ts';
import { scrub } from './scrub.ts';

export function asDatabase(db: SqliteDatabase): Database {
  const dataVersion = db.prepare('PRAGMA data_version');
  return {
    exec: (sql) => db.exec(sql),
    prepare: (sql) => db.prepare(sql),
    close: () => db.close(),
    postings: openPostings(db),
    noteWords: openNoteWords(db),
    neighbours: openNeighbours(db),
    batch: 5000,
    begin: () => db.exec('BEGIN IMMEDIATE'),
    commit: () => db.exec('COMMIT'),
    rollback: () => db.exec('ROLLBACK'),
    version: () => Number(dataVersion.get()!['data_version']),
    scrub: () => scrub(db),
  };
}

export function openNeighbours(db: SqliteDatabase): Neighbours {
  const columns = ['id', 'type', 'actor', 'channel', 'len', 'dates'].map(
    (name) => `json_group_array(d.${name}) AS ${name}`,
  );
  const rows = db.prepare(
    `SELECT json_group_array(s.key) AS place, ${columns.join(', ')}, group_concat(d.terms, char(10)) AS terms
     FROM json_each(?) s CROSS JOIN docs d ON d.stream = s.value ->> 0 AND d.id BETWEEN s.value ->> 1 AND s.value ->> 2`,
  );
  const places = db.prepare(
    `SELECT json_group_array(d.id) AS ids, json_group_array(d.stream) AS streams, json_group_array(d.channel) AS channels
     FROM json_each(?) j CROSS JOIN docs d ON d.id = j.value`,
  );
  const before = (reach: string): string =>
    `(SELECT id FROM docs WHERE stream = c.value ->> 0 AND id <= c.value ->> 1 ORDER BY id DESC LIMIT 1 OFFSET ${reach})`;
  const after = (reach: string): string =>
    `(SELECT id FROM docs WHERE stream = c.value ->> 0 AND id > c.value ->> 1 AND id <= c.value ->> 2 ORDER BY id LIMIT 1 OFFSET ${reach} - 1)`;
  const ends = db.prepare(
    `SELECT json_group_array(CASE WHEN c.value ->> 3 THEN ${before('?3')} ELSE ${before('?2')} END) AS starts,
     json_group_array(CASE WHEN c.value ->> 3 THEN ${after('?3')} ELSE ${after('?2')} END) AS ends FROM json_each(?1) c`,
  );

  return {
    placed(ids) {
      const found = places.get(JSON.stringify(ids))!;
      const list = <T>(name: string): T[] => JSON.parse(String(found[name])) as T[];
      const [streams, channels] = [list<number>('streams'), list<string>('channels')];
      return list<number>('ids').map((id, at) => ({
        id,
        stream: streams[at]!,
        channel: channels[at]!,
      }));
    },
    ends(asked, { near, leading }) {
      const list = asked.map(({ stream, id, last, leads }) => [stream, id, last, leads ? 1 : 0]);
      const found = ends.get(JSON.stringify(list), near, leading)!;
      const read = (name: string) => JSON.parse(String(found[name])) as (number | null)[];
      return { starts: read('starts'), ends: read('ends') };
    },
    rows(stretches): NeighbourRows {
      const found = rows.get(
        JSON.stringify(stretches.map(({ stream, from, to }) => [stream, from, to])),
      )!;
      const list = <T>(name: string): T[] => JSON.parse(String(found[name])) as T[];
      return {
        places: list<number>('place'),
        ids: list<number>('id'),
        types: list<string>('type'),
        actors: list<string>('actor'),
        channels: list<string>('channel'),
        lengths: list<number>('len'),
        dates: list<string>('dates'),
        terms: String(found['terms']),
      };
    },
  };
}

export function openPostings(db: SqliteDatabase): PostingsIndex {
  const remove = db.prepare('DELETE FROM postings WHERE rowid = ?');
  const add = db.prepare('INSERT INTO postings(rowid, body) VALUES (?, ?)');
  const removeRange = db.prepare(
    'DELETE FROM postings WHERE rowid IN (SELECT id FROM docs WHERE id BETWEEN ? AND ?)',
  );
  const count = db.prepare('SELECT doc FROM vocabulary WHERE term = ?');
  // One string for all of them, because a row for each costs more than finding it.
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
