import { openDatabase } from '../sqlite/driver.ts';

/** The SQL of the port as PostgreSQL reads it. */

/** `?` and `?1` become `$1`. SQLite reads `CROSS JOIN` as an order of tables; PostgreSQL chooses its own. */
export function sqlText(sql: string): string {
  let at = 0;
  return sql
    .replaceAll('CROSS JOIN', 'JOIN')
    .replace(/'[^']*'|\?(\d*)/g, (found, number: string | undefined) =>
      found.startsWith("'") ? found : `$${number === '' ? ++at : number}`,
    );
}

const ESCAPE = '\u{e000}';
const NUL = '\0';

/** PostgreSQL stores no NUL in a text: it becomes two characters for private use. */
export function storedText(text: string): string {
  if (!text.includes(NUL) && !text.includes(ESCAPE)) return text;
  return text.replaceAll(ESCAPE, `${ESCAPE}\u{e001}`).replaceAll(NUL, `${ESCAPE}\u{e002}`);
}

export function readText(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  return text.replaceAll(`${ESCAPE}\u{e002}`, NUL).replaceAll(`${ESCAPE}\u{e001}`, ESCAPE);
}

/** Each word once, with its places as PostgreSQL writes a list. */
export function placesOf(words: readonly string[]): { terms: string[]; at: string[] } {
  const places = new Map<string, number[]>();
  words.forEach((word, at) => {
    const known = places.get(word);
    if (known === undefined) places.set(word, [at]);
    else known.push(at);
  });
  return {
    terms: [...places.keys()],
    at: [...places.values()].map((list) => `{${list.join(',')}}`),
  };
}

// Splits texts into words as the search tables of the notes in SQLite do, by using such a table.

export type SplitWords = (text: string) => string[];

export async function openSplitter(): Promise<{ split: SplitWords; close(): void }> {
  const db = await openDatabase(':memory:');
  db.exec(`CREATE VIRTUAL TABLE text USING fts5(body, tokenize='porter unicode61');
    CREATE VIRTUAL TABLE words USING fts5vocab(text, 'instance')`);
  const add = db.prepare('INSERT INTO text(rowid, body) VALUES (1, ?)');
  const read = db.prepare('SELECT term FROM words ORDER BY "offset"');
  const remove = db.prepare('DELETE FROM text');
  return {
    split(text) {
      if (text === '') return [];
      add.run(text);
      const words = read.all().map(({ term }) => String(term));
      remove.run();
      return words;
    },
    close: () => db.close(),
  };
}
