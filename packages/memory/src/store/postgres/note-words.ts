/** The words of the notes as rows. The score is that of the search tables of SQLite (sqlite.org/fts5.html, "bm25"). */
import { SEARCHED_COLUMNS } from '../notes/tables.ts';
import type { NoteFilter, NoteHit, NoteMatch, NoteTable, NoteWords, SqlValue } from '../port.ts';
import type { Value } from './bridge.ts';
import type { Client } from './client.ts';
import { placesOf, type SplitWords, sqlText } from './sql-text.ts';

const K1 = 1.2;
const B = 0.75;

/** A word of the question, as one word or several that follow each other. */
type Phrase = readonly string[];

export function openNoteWords(client: Client, split: SplitWords): NoteWords {
  const phrasesOf = ({ words }: NoteMatch): Phrase[] =>
    words.map((word) => split(word)).filter(({ length }) => length > 0);

  function add(table: NoteTable, id: number, texts: readonly SqlValue[]): void {
    let size = 0;
    texts.forEach((text, col) => {
      const words = typeof text === 'string' ? split(text) : [];
      size += words.length;
      if (words.length === 0) return;
      const { terms, at } = placesOf(words);
      client.write(
        `INSERT INTO ${table}_words(word, id, col, at)
         SELECT w.word, $1, $2, w.at::bigint[] FROM unnest($3::text[], $4::text[]) AS w(word, at)`,
        [id, col, terms, at],
      );
    });
    client.write(`INSERT INTO ${table}_sizes(id, size) VALUES ($1, $2)`, [id, size]);
  }

  /** Null: no words to search for. */
  function source(table: NoteTable, match: NoteMatch, filter: NoteFilter | null, column?: string) {
    const phrases = phrasesOf(match);
    if (phrases.length === 0) return null;
    const columns: readonly string[] = SEARCHED_COLUMNS[table];
    const col = column === undefined ? null : columns.indexOf(column);
    const values: Value[] = [];
    const sets = phrases.map((phrase) => `(${phraseSet(table, phrase, col, values)})`);
    const set = sets.join(match.mode === 'all' ? ' INTERSECT ' : ' UNION ');
    if (filter === null) return { from: `FROM (${set}) m`, values };
    // The text of the port has its values in order, after ours.
    const parts = [
      'm.id BETWEEN ? AND ?',
      ...filter.sql,
      ...filter.sets.map(({ sql }) => `m.id IN ${sql}`),
    ];
    const where = sqlText(parts.join(' AND ')).replace(
      /\$(\d+)/g,
      (_, number: string) => `$${Number(number) + values.length}`,
    );
    return {
      from: `FROM (${set}) m JOIN ${table} t ON t.id = m.id WHERE ${where}`,
      values: [
        ...values,
        ...filter.range,
        ...filter.values,
        ...filter.sets.flatMap((each) => each.values),
      ],
    };
  }

  const idsOf = (sql: string, values: readonly Value[]): number[] =>
    client.read(sql, values).map(({ id }) => Number(id));

  function scores(
    table: NoteTable,
    phrases: readonly Phrase[],
    ids: readonly number[],
    weights: readonly number[],
  ): NoteHit[] {
    const [all] = client.read(
      `SELECT count(*) AS n, COALESCE(sum(size), 0) AS size FROM ${table}_sizes`,
    );
    const rows = Number(all!['n']);
    const average = Number(all!['size']) / rows;
    const rarity = phrases.map((phrase) => {
      const values: Value[] = [];
      const sql = `SELECT count(*) AS n FROM (${phraseSet(table, phrase, null, values)}) m`;
      const hits = Number(client.read(sql, values)[0]!['n']);
      const idf = Math.log((rows - hits + 0.5) / (hits + 0.5));
      return idf <= 0 ? 1e-6 : idf;
    });
    const sizes = new Map(
      client
        .read(`SELECT id, size FROM ${table}_sizes WHERE id = ANY($1::bigint[])`, [ids])
        .map(({ id, size }) => [Number(id), Number(size)]),
    );
    const places = readPlaces(table, phrases, ids);
    return ids.map((id) => {
      const size = sizes.get(id) ?? 0;
      let score = 0;
      phrases.forEach((phrase, i) => {
        const found = weightOf(phrase, places.get(id) ?? new Map(), weights);
        score += rarity[i]! * ((found * (K1 + 1)) / (found + K1 * (1 - B + (B * size) / average)));
      });
      return { id, score };
    });
  }

  /** For each note the places of each word, by column. */
  function readPlaces(
    table: NoteTable,
    phrases: readonly Phrase[],
    ids: readonly number[],
  ): Map<number, Map<string, Map<number, Set<number>>>> {
    const found = new Map<number, Map<string, Map<number, Set<number>>>>();
    for (const row of client.read(
      `SELECT id, word, col, array_to_string(at, ',') AS at FROM ${table}_words WHERE word = ANY($1::text[]) AND id = ANY($2::bigint[])`,
      [[...new Set(phrases.flat())], ids],
    )) {
      const [id, word] = [Number(row['id']), String(row['word'])];
      const ofNote = found.get(id) ?? new Map<string, Map<number, Set<number>>>();
      const ofWord = ofNote.get(word) ?? new Map<number, Set<number>>();
      ofWord.set(Number(row['col']), new Set(String(row['at']).split(',').map(Number)));
      found.set(id, ofNote.set(word, ofWord));
    }
    return found;
  }

  return {
    add,
    changed(table, id) {
      client.write(`DELETE FROM ${table}_words WHERE id = $1`, [id]);
      client.write(`DELETE FROM ${table}_sizes WHERE id = $1`, [id]);
      const columns = SEARCHED_COLUMNS[table];
      const [row] = client.read(`SELECT ${columns.join(', ')} FROM ${table} WHERE id = $1`, [id]);
      if (row === undefined) return;
      add(
        table,
        id,
        columns.map((column) => row[column]!),
      );
    },
    count(table, match, filter, most) {
      const asked = source(table, match, filter);
      if (asked === null) return 0;
      const sql = `SELECT count(*) AS n FROM (SELECT 1 ${asked.from} LIMIT ${most}) c`;
      return Number(client.read(sql, asked.values)[0]!['n']);
    },
    best(table, match, filter, weights, most) {
      const asked = source(table, match, filter);
      if (asked === null) return [];
      const ids = idsOf(`SELECT m.id ${asked.from}`, asked.values);
      if (ids.length === 0) return [];
      return scores(table, phrasesOf(match), ids, weights)
        .toSorted((a, b) => b.score - a.score || b.id - a.id)
        .slice(0, most);
    },
    newest(table, match, filter, most, column) {
      const asked = source(table, match, filter, column);
      if (asked === null) return [];
      return idsOf(
        `SELECT m.id ${asked.from} ORDER BY m.id DESC LIMIT $${asked.values.length + 1}`,
        [...asked.values, most],
      );
    },
    among(table, match, ids, most) {
      const asked = source(table, match, null);
      if (asked === null) return [];
      const at = asked.values.length;
      return idsOf(
        `SELECT m.id ${asked.from} JOIN unnest($${at + 1}::bigint[]) WITH ORDINALITY AS j(id, at) ON j.id = m.id
         ORDER BY j.at LIMIT $${at + 2}`,
        [...asked.values, ids, most],
      );
    },
  };
}

/** Ids of the notes with the phrase in one column. Adds its words to the values. */
function phraseSet(table: NoteTable, phrase: Phrase, col: number | null, values: Value[]): string {
  const value = (word: string): string => `$${values.push(word)}`;
  const [first, ...others] = phrase;
  const inColumn = col === null ? '' : ` AND w0.col = ${col}`;
  const joins = others.map(
    (word, i) =>
      `JOIN ${table}_words w${i + 1} ON w${i + 1}.id = w0.id AND w${i + 1}.col = w0.col AND w${i + 1}.word = ${value(word)}`,
  );
  const follow = others.map((_, i) => `s.at + ${i + 1} = ANY(w${i + 1}.at)`);
  const places =
    others.length === 0
      ? ''
      : ` AND EXISTS (SELECT 1 FROM unnest(w0.at) AS s(at) WHERE ${follow.join(' AND ')})`;
  return `SELECT DISTINCT w0.id FROM ${table}_words w0 ${joins.join(' ')} WHERE w0.word = ${value(first!)}${inColumn}${places}`;
}

/** How often the note has the phrase, by the weight of its column. */
function weightOf(
  phrase: Phrase,
  places: ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<number>>>,
  weights: readonly number[],
): number {
  let sum = 0;
  weights.forEach((weight, col) => {
    const [first, ...others] = phrase.map((word) => places.get(word)?.get(col));
    for (const at of first ?? [])
      if (others.every((found, i) => found?.has(at + i + 1) === true)) sum += weight;
  });
  return sum;
}
