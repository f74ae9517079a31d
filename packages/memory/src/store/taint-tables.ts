/** The index of outside text, and which stored texts repeat it. */
export const TAINT_TABLES = ['outside', 'outside_words', 'repeats'];

export const TAINT_SCHEMA = `
-- A sentence from outside, or one that repeats such a sentence. doc is the event's document. released: a person said it.
CREATE TABLE outside(unit INTEGER PRIMARY KEY, sid INTEGER NOT NULL, doc INTEGER NOT NULL, start INTEGER NOT NULL,
  channel TEXT NOT NULL, source INTEGER NOT NULL, released INTEGER NOT NULL DEFAULT 0, text TEXT NOT NULL);
CREATE INDEX outside_doc ON outside(doc);
CREATE TABLE outside_words(sid INTEGER NOT NULL, word TEXT NOT NULL, unit INTEGER NOT NULL,
  PRIMARY KEY(sid, word, unit)) WITHOUT ROWID;
-- Part of a document that repeats another one: offsets in its content, the inherited channel, the document's own channel.
CREATE TABLE repeats(doc INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL, sid INTEGER NOT NULL,
  source INTEGER NOT NULL, channel TEXT NOT NULL, own TEXT NOT NULL, PRIMARY KEY(doc, start)) WITHOUT ROWID;
`;
