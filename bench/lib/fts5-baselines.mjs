// The answers of a plain index to the same questions: SQLite FTS5 with defaults, and tuned (Porter stems, no stop words
// in the question).

const KINDS = [
  { name: 'fts5', tokenizer: 'unicode61', keepsStopWords: true },
  { name: 'fts5-tuned', tokenizer: 'porter unicode61', keepsStopWords: false },
];

/** @returns {Promise<{ name: string, ask: (query: string, limit: number) => string[], close: () => void }[]>} */
export async function fts5Baselines({ openDatabase, STOP_WORDS }, turns) {
  return Promise.all(
    KINDS.map(async (kind) => baseline(kind, turns, await openDatabase(':memory:'))),
  );

  function baseline({ name, tokenizer, keepsStopWords }, texts, db) {
    db.exec(`CREATE VIRTUAL TABLE texts USING fts5(body, tokenize="${tokenizer}")`);
    const add = db.prepare('INSERT INTO texts(rowid, body) VALUES (?, ?)');
    db.exec('BEGIN');
    texts.forEach(({ speaker, text }, i) => add.run(i, `${speaker}: ${text}`));
    db.exec('COMMIT');
    const search = db.prepare(
      'SELECT rowid AS i FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?',
    );
    return {
      name,
      ask(query, limit) {
        const all = [...new Set(words(query))];
        const telling = all.filter((word) => !STOP_WORDS.has(word));
        const asked = keepsStopWords || telling.length === 0 ? all : telling;
        if (asked.length === 0) return [];
        const match = asked.map((word) => `"${word}"`).join(' OR ');
        return search.all(match, limit).map(({ i }) => texts[Number(i)].id);
      },
      close: () => db.close(),
    };
  }

  /** Complete words: splitting identifiers is the product's own feature. */
  function words(text) {
    return (text.match(/[\p{L}\p{N}_$]+(?:['’]\p{L}+)?/gu) ?? []).map((word) =>
      word
        .toLowerCase()
        .replace(/['’]s$/, '')
        .replace(/['’]/g, ''),
    );
  }
}
