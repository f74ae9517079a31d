/** The vector lane: gives texts their vectors as they are projected, and turns a question into one. */
import { isHookloomError, type Clock, type Embedder } from '@hookloom/core';
import type { Database } from '../stores/sqlite/driver.ts';
import { openVectorRows } from '../stores/sqlite/vector-rows.ts';
import { createEmbeddingQueue } from './embedding-queue.ts';
import { isCodeLike } from './is-code-like.ts';
import type { EmbedOptions, EmbedResult, VectorStatus } from './memory-vectors.ts';
import { createVectorReader, type QuestionVectors } from './question-vectors.ts';
import { tagOf } from './tag.ts';

/** An embedder that failed is left alone for so long: no question waits for it again and again. */
const REST_MS = 30_000;
/** A question waits at most so long for its vector. */
const QUESTION_MS = 2000;
const MAX_QUESTIONS = 200;

export interface AskedVectors {
  vectors: QuestionVectors | null;
  /** Why the lane could not be used, or not in full. */
  reason: string | null;
}

export interface VectorLane {
  /** After a projection. Instant embedders are done when it resolves; others go on in the background. */
  follow(sids: readonly number[]): Promise<void>;
  ask(query: string, sids: readonly number[]): Promise<AskedVectors>;
  status(): VectorStatus;
  embedAll(options: EmbedOptions): Promise<EmbedResult>;
  /** Stops the background work and waits for its end. */
  close(): Promise<void>;
}

export function createVectorLane(db: Database, embedder: Embedder, clock: Clock): VectorLane {
  const rows = openVectorRows(db);
  const queue = createEmbeddingQueue(db, embedder);
  const read = createVectorReader(db, embedder.leastSimilarity ?? 0);
  const questions = new Map<string, Float32Array | null>();
  const stop = new AbortController();
  let background: { done: Promise<void>; stop: AbortController } | undefined;
  let failure: { reason: string; atMs: number } | null = null;

  const isResting = (): boolean => failure !== null && clock.now() - failure.atMs < REST_MS;
  const failed = (error: unknown): string => {
    const reason = isHookloomError(error) ? error.message : 'The embedder failed.';
    failure = { reason, atMs: clock.now() };
    return reason;
  };

  async function inBackground(sids: readonly number[], signal: AbortSignal): Promise<void> {
    try {
      await queue.drain(sids, { signal });
      failure = null;
    } catch (error) {
      failed(error);
    }
    background = undefined;
  }

  function start(sids: readonly number[]): void {
    const own = new AbortController();
    background = { stop: own, done: inBackground(sids, own.signal) };
  }

  async function stopBackground(): Promise<void> {
    background?.stop.abort();
    await background?.done;
  }

  async function vectorOf(query: string): Promise<Float32Array | null> {
    const known = questions.get(query);
    if (known !== undefined) return known;
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(QUESTION_MS)]);
    const [vector = null] = await embedder.embed([query], signal);
    if (questions.size >= MAX_QUESTIONS) questions.clear();
    questions.set(query, vector);
    return vector;
  }

  return {
    async follow(sids) {
      if (embedder.pace === 'instant') await queue.drain(sids);
      else if (background === undefined && !isResting() && queue.countWaiting(sids) > 0)
        start(sids);
    },
    async ask(query, sids) {
      if (isCodeLike(query)) return { vectors: null, reason: null };
      if (isResting()) return { vectors: null, reason: failure!.reason };
      try {
        const vector = await vectorOf(query);
        if (vector === null) return { vectors: null, reason: null };
        const waiting = embedder.pace === 'instant' ? 0 : queue.countWaiting(sids);
        return {
          vectors: read(tagOf(embedder, vector), vector),
          reason:
            waiting === 0
              ? null
              : `${waiting} of the events have no vector yet: \`hookloom memory re-embed\` makes them.`,
        };
      } catch (error) {
        return { vectors: null, reason: failed(error) };
      }
    },
    status() {
      const tags = rows.tagsOf(embedder.model);
      return {
        model: embedder.model,
        tags,
        embedded: tags.reduce((sum, tag) => sum + rows.count(rows.tag(tag)!), 0),
        waiting: queue.countWaiting(rows.sids()),
        failure: failure?.reason ?? null,
      };
    },
    async embedAll({ signal, onProgress }) {
      // One request at a time: a provider may be paid by the text.
      await stopBackground();
      const sids = rows.sids();
      const total = queue.countWaiting(sids);
      let done = 0;
      const embedded = await queue.drain(sids, {
        ...(signal !== undefined && { signal }),
        onBatch(count) {
          done += count;
          onProgress?.(done, Math.max(total, done));
        },
      });
      failure = null;
      const waiting = queue.countWaiting(sids);
      const dropped = waiting === 0 ? rows.dropOthers(embedder.model) : 0;
      return { embedded, dropped, waiting };
    },
    async close() {
      stop.abort();
      await stopBackground();
    },
  };
}
