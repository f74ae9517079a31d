/**
 * Makes vectors for the projected texts: batch after batch, continuing after the last one, in whichever process is
 * first.
 */
import type { Embedder } from '@hookloom/core/events';
import type { Database } from '../store/port.ts';
import { openVectorRows, type StoredVectors, type Waiting } from '../store/vector-rows.ts';
import { partsOf } from './parts.ts';
import { quantize } from './quantize.ts';
import { tagOf } from './tag.ts';

/** Texts per transaction. */
const BATCH = 32;
/** Statements of one text that get a vector of their own. */
const MOST_STATEMENTS = 8;
/** A statement of this share of its text has the vector of the text. */
const NEARLY_ALL = 0.8;
/** The length of a text that a model reads; the rest is cut. */
const MAX_CHARS = 8000;

export function createEmbeddingQueue(db: Database, embedder: Embedder) {
  const rows = openVectorRows(db);
  const { model } = embedder;

  return {
    countWaiting: (sids: readonly number[]) =>
      sids.reduce((sum, sid) => sum + rows.countWaiting(model, sid), 0),
    /**
     * Works until nothing waits or `signal` aborts; returns how many texts it read. Throws the embedder's errors;
     * finished work is kept.
     */
    async drain(
      sids: readonly number[],
      { signal, onBatch }: { signal?: AbortSignal; onBatch?: (done: number) => void } = {},
    ): Promise<number> {
      const isStopped = (): boolean => signal?.aborted === true;
      let done = 0;
      for (const sid of sids) {
        for (;;) {
          const waiting = rows.waiting(model, sid, BATCH);
          if (waiting.docs.length === 0 || isStopped()) break;
          const read = waiting.docs.map((doc) => textsOf(doc, embedder.readChars));
          const texts = read.flatMap(({ parts, stated }) => [
            ...parts,
            ...stated.map(({ content }) => content),
          ]);
          const vectors = await embedder.embed(texts, signal).catch((error: unknown) => {
            if (isStopped()) return null;
            throw error;
          });
          if (vectors === null) break;
          let at = 0;
          const stored = read.map(({ parts, stated }) => {
            const made = vectors.slice(at, (at += parts.length + stated.length));
            return storedOf(embedder, made, stated);
          });
          // False: another process was faster. Reads the waiting texts again.
          if (!rows.store(model, waiting, stored)) continue;
          done += waiting.docs.length;
          onBatch?.(waiting.docs.length);
        }
      }
      return done;
    },
  };
}

/** The parts of a document, and its statements that are not about all of it. */
function textsOf({ content, statements }: Waiting['docs'][number], readChars?: number) {
  const text = content.slice(0, MAX_CHARS).toWellFormed();
  const stated = statements.filter((each) => each.content.length < text.length * NEARLY_ALL);
  return { parts: partsOf(text, readChars), stated: stated.slice(0, MOST_STATEMENTS) };
}

/** Null without vectors. */
function storedOf(
  embedder: Embedder,
  vectors: readonly (Float32Array | null)[],
  stated: readonly { fid: number }[],
): StoredVectors | null {
  const made = vectors.filter((vector) => vector !== null);
  if (made.length === 0) return null;
  const bytes = made.flatMap((vector) => [...quantize(vector)]);
  const fids = made.length < vectors.length ? [] : stated.map(({ fid }) => fid);
  return { tag: tagOf(embedder, made[0]!), bytes: Int8Array.from(bytes), fids };
}
