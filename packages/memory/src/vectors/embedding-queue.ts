/**
 * Makes vectors for the projected texts: batch after batch, continuing after the last one, in whichever process is
 * first.
 */
import type { Embedder } from '@hookloom/core/events';
import type { Database } from '../store/port.ts';
import { openVectorRows } from '../store/vector-rows.ts';
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
          const texts = waiting.docs.map(({ content }) =>
            content.slice(0, MAX_CHARS).toWellFormed(),
          );
          const vectors = await embedder.embed(texts, signal).catch((error: unknown) => {
            if (isStopped()) return null;
            throw error;
          });
          if (vectors === null) break;
          const stored = vectors.map((vector) =>
            vector === null ? null : { tag: tagOf(embedder, vector), bytes: quantize(vector) },
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
