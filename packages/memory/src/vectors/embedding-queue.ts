/**
 * Makes vectors for the projected texts: batch after batch, continuing after the last one, in whichever process is
 * first.
 */
import type { Embedder } from '@hookloom/core/events';
import type { Database } from '../store/port.ts';
import { openVectorRows } from '../store/vector-rows.ts';
import { partsOf } from './parts.ts';
import { quantize } from './quantize.ts';
import { tagOf } from './tag.ts';

/** Texts per transaction. */
const BATCH = 32;
/** The length of a text that a model reads; the rest is cut. */
const MAX_CHARS = 8000;

export interface EmbeddingQueue {
  countWaiting(sids: readonly number[]): number;
  /**
   * Works until nothing waits or `signal` aborts; returns how many texts it read. Throws the embedder's errors;
   * finished work is kept.
   */
  drain(
    sids: readonly number[],
    options?: { signal?: AbortSignal; onBatch?: (done: number) => void },
  ): Promise<number>;
}

export function createEmbeddingQueue(db: Database, embedder: Embedder): EmbeddingQueue {
  const rows = openVectorRows(db);
  const { model } = embedder;

  return {
    countWaiting: (sids) => sids.reduce((sum, sid) => sum + rows.countWaiting(model, sid), 0),
    async drain(sids, { signal, onBatch } = {}) {
      const isStopped = (): boolean => signal?.aborted === true;
      let done = 0;
      for (const sid of sids) {
        for (;;) {
          const waiting = rows.waiting(model, sid, BATCH);
          if (waiting.docs.length === 0 || isStopped()) break;
          const parts = waiting.docs.map(({ content }) =>
            partsOf(content.slice(0, MAX_CHARS).toWellFormed(), embedder.readChars),
          );
          const vectors = await embedder.embed(parts.flat(), signal).catch((error: unknown) => {
            if (isStopped()) return null;
            throw error;
          });
          if (vectors === null) break;
          let read = 0;
          const stored = parts.map(({ length }) =>
            storedOf(embedder, vectors.slice(read, (read += length))),
          );
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

/** The vectors of a text's parts, one after another; null without any. */
function storedOf(embedder: Embedder, vectors: readonly (Float32Array | null)[]) {
  const made = vectors.filter((vector) => vector !== null);
  if (made.length === 0) return null;
  const bytes = made.flatMap((vector) => [...quantize(vector)]);
  return { tag: tagOf(embedder, made[0]!), bytes: Int8Array.from(bytes) };
}
