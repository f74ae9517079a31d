/** The postings as rows of a table: a row for each word of each document, with its places. */
import type { Match, PostingsIndex, Range } from '../port.ts';
import type { Client } from './client.ts';
import type { Value } from './bridge.ts';
import { placesOf } from './sql-text.ts';

/** What the tokenizer of the search table in SQLite treats as one word. */
const WORD = /[\w$@\-\u{80}-\u{10ffff}]+/gu;

export function openPostings(client: Client): PostingsIndex {
  /** One answer for all of them, with one text for each, because a row for each document costs more than finding it. */
  const find = (
    matches: readonly Match[],
    range: Range,
    order: 'newest' | 'oldest',
    most: number,
  ): number[][] => {
    const values: Value[] = [...range, most];
    const direction = order === 'newest' ? 'DESC' : 'ASC';
    const columns = matches.flatMap((match, at) => {
      const set = setOf(match, (value) => `$${values.push(value)}`);
      if (set === null) return [];
      return `array_to_string(ARRAY(SELECT doc FROM (${set}) m ORDER BY doc ${direction} LIMIT $3), ',') AS ids${at}`;
    });
    const [row] = columns.length === 0 ? [] : client.read(`SELECT ${columns.join(', ')}`, values);
    return matches.map((_, at) => {
      const ids = String(row?.[`ids${at}`] ?? '');
      return ids === '' ? [] : ids.split(',').map(Number);
    });
  };
  return {
    add(doc, body) {
      const words = wordsOf(body);
      const { terms, at } = placesOf(words);
      client.write(
        `WITH d AS (INSERT INTO postings_docs(doc, size, terms) VALUES ($1, $2, $3))
         INSERT INTO postings(term, doc, at) SELECT t.term, $1, t.at::bigint[] FROM unnest($3::text[], $4::text[]) AS t(term, at)`,
        [doc, words.length, terms, at],
      );
    },
    remove(doc) {
      client.write(
        'DELETE FROM postings WHERE doc = $1 AND term IN (SELECT unnest(terms) FROM postings_docs WHERE doc = $1)',
        [doc],
      );
      client.write('DELETE FROM postings_docs WHERE doc = $1', [doc]);
    },
    removeRange([first, last]) {
      client.write('DELETE FROM postings WHERE doc BETWEEN $1 AND $2', [first, last]);
      client.write('DELETE FROM postings_docs WHERE doc BETWEEN $1 AND $2', [first, last]);
    },
    find: (match, range, order, most) => find([match], range, order, most)[0]!,
    findEach: (matches, range, most) => find(matches, range, 'newest', most),
    nthNewest(term, [first, last], newer) {
      const [row] = client.read(
        'SELECT doc FROM postings WHERE term = $1 AND doc BETWEEN $2 AND $3 ORDER BY doc DESC LIMIT 1 OFFSET $4',
        [term, first, last, newer],
      );
      return row === undefined ? undefined : Number(row['doc']);
    },
    frequencies: (terms) =>
      client
        .read(
          `SELECT (SELECT count(*) FROM postings p WHERE p.term = t.term) AS n
           FROM unnest($1::text[]) WITH ORDINALITY AS t(term, at) ORDER BY t.at`,
          [terms],
        )
        .map(({ n }) => Number(n)),
    lengths(docs) {
      const [row] = client.read(
        `SELECT array_to_string(ARRAY(SELECT COALESCE(d.size, 1) FROM unnest($1::bigint[]) WITH ORDINALITY AS j(doc, at)
         LEFT JOIN postings_docs d ON d.doc = j.doc ORDER BY j.at), ',') AS sizes`,
        [docs],
      );
      return String(row!['sizes']).split(',').map(Number);
    },
  };
}

function wordsOf(text: string): string[] {
  const words = text.match(WORD) ?? [];
  return words.map((word) => word.replace(/[A-Z]+/g, (upper) => upper.toLowerCase()));
}

/** Documents of the range `$1` to `$2`. Null: there is no word, so nothing matches. */
function setOf(match: Match, value: (value: string) => string): string | null {
  if (typeof match === 'string') return phraseOf(wordsOf(match), value);
  if ('of' in match) {
    const of = setOf(match.of, value);
    const without = joined(match.without, 'UNION', value);
    return of === null || without === null ? of : `(${of}) EXCEPT (${without})`;
  }
  return 'all' in match ? joined(match.all, 'INTERSECT', value) : joined(match.any, 'UNION', value);
}

function joined(
  matches: readonly Match[],
  by: string,
  value: (value: string) => string,
): string | null {
  const sets = matches.map((match) => setOf(match, value)).filter((set) => set !== null);
  return sets.length === 0 ? null : sets.map((set) => `(${set})`).join(` ${by} `);
}

/** Words that follow each other. */
function phraseOf(words: readonly string[], value: (value: string) => string): string | null {
  const [first, ...others] = words;
  if (first === undefined) return null;
  const joins = others.map(
    (word, i) =>
      `JOIN postings p${i + 1} ON p${i + 1}.doc = p0.doc AND p${i + 1}.term = ${value(word)}`,
  );
  const follow = others.map((_, i) => `s.at + ${i + 1} = ANY(p${i + 1}.at)`);
  const places =
    others.length === 0
      ? ''
      : ` AND EXISTS (SELECT 1 FROM unnest(p0.at) AS s(at) WHERE ${follow.join(' AND ')})`;
  return `SELECT p0.doc FROM postings p0 ${joins.join(' ')} WHERE p0.term = ${value(first)} AND p0.doc BETWEEN $1 AND $2${places}`;
}
