/** The statements for the vectors: which texts wait, which have a vector, and its tag. */
import { isSharedSession } from '@hookloom/core';
import { docId, seqOfDoc } from './stored-ids.ts';
import { inTransaction, type Database } from './port.ts';

/** Waiting texts in log order, after a position that must still be valid when their vectors are written. */
export interface Waiting {
  sid: number;
  from: number;
  docs: { id: number; content: string; statements: { fid: number; content: string }[] }[];
}

/** The vectors of a document's parts and then of its statements, one after another. */
export interface StoredVectors {
  tag: string;
  bytes: Int8Array;
  /** The statements, in the order of their vectors. */
  fids: readonly number[];
}

/** Documents that no question should find have no terms, and get no vector. */
const EMBEDDED = "CASE WHEN len = 0 THEN '' ELSE content || asked END AS content";

export function openVectorRows(db: Database) {
  const prepare = (sql: string) => db.prepare(sql);
  const getTag = prepare('SELECT tag FROM vector_tags WHERE name = ?');
  const addTag = prepare('INSERT INTO vector_tags(name) VALUES (?) ON CONFLICT DO NOTHING');
  const getProgress = prepare('SELECT doc FROM vector_progress WHERE model = ? AND sid = ?');
  const setProgress = prepare(
    'INSERT INTO vector_progress(model, sid, doc) VALUES (?, ?, ?) ON CONFLICT(model, sid) DO UPDATE SET doc = excluded.doc',
  );
  const addVector = prepare(
    'INSERT INTO vectors(tag, doc, vector, stated) VALUES (?, ?, ?, ?) ON CONFLICT(tag, doc) DO UPDATE SET vector = excluded.vector, stated = excluded.stated',
  );
  const nextDocs = prepare(
    `SELECT id, ${EMBEDDED} FROM docs WHERE id > ? AND id <= ? ORDER BY id LIMIT ?`,
  );
  const getStatements = prepare(
    "SELECT fid, content FROM facts WHERE doc = ? AND json_extract(props, '$.speaker') IS NOT NULL ORDER BY fid",
  );
  const getContent = prepare(`SELECT ${EMBEDDED} FROM docs WHERE id = ?`);
  const getEmbedded = prepare(
    'SELECT d.content || d.asked AS content FROM vectors v JOIN docs d ON d.id = v.doc WHERE v.tag = ? ORDER BY v.doc LIMIT 1',
  );
  const countDocs = prepare('SELECT COUNT(*) AS n FROM docs WHERE id > ? AND id <= ?');
  const vectorsAfter = prepare(
    'SELECT doc, vector, stated FROM vectors WHERE tag = ? AND doc > ? AND doc <= ? ORDER BY doc',
  );
  const countVectors = prepare('SELECT COUNT(*) AS n FROM vectors WHERE tag = ?');
  const countForgotten = prepare('SELECT COUNT(*) AS n FROM forgotten WHERE sid = ?');
  const getHead = prepare('SELECT name, hash FROM sessions WHERE sid = ?');

  const listTags = prepare('SELECT name FROM vector_tags ORDER BY name');

  const lastOf = (sid: number): number => docId(sid, Number.MAX_SAFE_INTEGER);
  const progress = (model: string, sid: number): number =>
    Number(getProgress.get(model, sid)?.['doc'] ?? docId(sid, 0));

  const tagsOf = (model: string): string[] =>
    listTags
      .all()
      .map((row) => String(row['name']))
      .filter((name) => name.replace(/@\d+$/, '') === model);

  return {
    /** The number of a tag, or null if nothing was ever stored under it. */
    tag(name: string): number | null {
      const row = getTag.get(name);
      return row === undefined ? null : Number(row['tag']);
    },
    waiting(model: string, sid: number, limit: number): Waiting {
      const from = progress(model, sid);
      const docs = nextDocs.all(from, lastOf(sid), limit).map(({ id, content }) => ({
        id: Number(id),
        content: String(content),
        statements: getStatements
          .all(id!)
          .map((row) => ({ fid: Number(row['fid']), content: String(row['content']) })),
      }));
      return { sid, from, docs };
    },
    countWaiting: (model: string, sid: number): number =>
      Number(countDocs.get(progress(model, sid), lastOf(sid))!['n']),
    /** False, without writing, if another process was faster or the session was emptied meanwhile. */
    store(
      model: string,
      { sid, from, docs }: Waiting,
      vectors: readonly (StoredVectors | null)[],
    ): boolean {
      return inTransaction(db, () => {
        // A text that was forgotten while its vector was made must not get the vector.
        const isCurrent =
          progress(model, sid) === from &&
          docs.every(({ id, content }) => getContent.get(id)?.['content'] === content);
        if (!isCurrent) return false;
        const tags = new Map<string, number>();
        docs.forEach(({ id }, i) => {
          const vector = vectors[i];
          if (vector === null || vector === undefined) return;
          let tag = tags.get(vector.tag);
          if (tag === undefined) {
            addTag.run(vector.tag);
            tags.set(vector.tag, (tag = Number(getTag.get(vector.tag)!['tag'])));
          }
          const { buffer, byteOffset, byteLength } = vector.bytes;
          const bytes = new Uint8Array(buffer, byteOffset, byteLength);
          addVector.run(tag, id, bytes, JSON.stringify(vector.fids));
        });
        setProgress.run(model, sid, docs.at(-1)!.id);
        return true;
      });
    },
    /** Calls back with the vectors of each document of a session after a seq, in log order. */
    readAfter(
      tag: number,
      sid: number,
      seq: number,
      each: (seq: number, bytes: Int8Array, fids: number[]) => void,
    ): void {
      for (const row of vectorsAfter.all(tag, docId(sid, seq), lastOf(sid))) {
        const blob = row['vector'] as Uint8Array;
        each(
          seqOfDoc(Number(row['doc'])),
          new Int8Array(blob.buffer, blob.byteOffset, blob.byteLength),
          JSON.parse(String(row['stated'])) as number[],
        );
      }
    },
    count: (tag: number): number => Number(countVectors.get(tag)!['n']),
    /**
     * Changes whenever earlier reads are invalid: after a forgetting and, for a shared file, after any change, because
     * its lines may have moved.
     */
    version(sid: number): string {
      const { name, hash } = getHead.get(sid) ?? {};
      const isShared = isSharedSession(String(name));
      return `${Number(countForgotten.get(sid)!['n'])} ${isShared ? String(hash) : ''}`;
    },
    /** The tags of a model: its name, and its name with a length. */
    tagsOf,
    /** The number of tags of other models. */
    countOthers: (model: string): number => listTags.all().length - tagsOf(model).length,
    /** A text that has a vector of this model; null if none has. */
    embeddedText(model: string): string | null {
      for (const name of tagsOf(model)) {
        const content = getEmbedded.get(Number(getTag.get(name)!['tag']))?.['content'];
        if (typeof content === 'string') return content;
      }
      return null;
    },
    /** Queues every text of a model again, because its vectors now have another length. */
    restart(model: string): void {
      db.prepare('DELETE FROM vector_progress WHERE model = ?').run(model);
    },
    /** Deletes the vectors of other models, and those of this one with another tag. Returns how many. */
    dropOthers(model: string, tag?: string): number {
      const keep = JSON.stringify(tag === undefined ? tagsOf(model) : [tag]);
      const kept = 'SELECT value FROM json_each(?)';
      const { changes } = inTransaction(db, () => {
        const dropped = db
          .prepare(
            `DELETE FROM vectors WHERE tag NOT IN (SELECT tag FROM vector_tags WHERE name IN (${kept}))`,
          )
          .run(keep);
        db.prepare(`DELETE FROM vector_tags WHERE name NOT IN (${kept})`).run(keep);
        db.prepare('DELETE FROM vector_progress WHERE model <> ?').run(model);
        return dropped;
      });
      return Number(changes);
    },
  };
}
