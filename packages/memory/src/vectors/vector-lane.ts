/** The vector lane: makes vectors for texts as they are projected, and for each question. */
import { setTimeout as pause } from 'node:timers/promises';
import { isHookloomError } from '@hookloom/core';
import type { Clock, Embedder } from '@hookloom/core/events';
import type { Database } from '../store/port.ts';
import { openVectorRows } from '../store/vector-rows.ts';
import { createEmbeddingQueue } from './embedding-queue.ts';
import { embeddedSids } from '../store/session-rows.ts';
import type { EmbedOptions, EmbedResult, VectorStatus } from './memory-vectors.ts';
import { createVectorReader, type QuestionVectors } from './question-vectors.ts';
import { tagOf } from './tag.ts';

/** Pause after an embedder failure, so that questions do not wait for it repeatedly. */
const REST_MS = 30_000;
/** The longest time a question waits for its vector. */
const QUESTION_MS = 2000;
const MAX_QUESTIONS = 200;
/** A short part of a text, to find the length of its vector. */
const PROBE_CHARS = 400;

/** Polling interval for the end of another process. */
const TURN_PAUSE_MS = 200;

/** Which process makes vectors: one at a time, because a provider may charge per text and a machine has few cores. */
export interface EmbeddingTurn {
  /** False while another process has the turn. */
  take(): boolean;
  give(): void;
}

/** For a memory that is not shared with another process. */
const ALWAYS_OURS: EmbeddingTurn = { take: () => true, give: () => {} };

export interface AskedVectors {
  vectors: QuestionVectors | null;
  /** As on `Embedder`; 0 if the embedder does not know. */
  oddsOfRecord?: number;
  /** Why the lane could not be used, or only in part. */
  reason: string | null;
}

export interface VectorLane {
  /** Runs after a projection, and continues in the background. */
  follow(sids: readonly number[]): void;
  ask(query: string, sids: readonly number[]): Promise<AskedVectors>;
  status(): VectorStatus;
  embedAll(options: EmbedOptions): Promise<EmbedResult>;
  /** Stops the background work and waits for its end. */
  close(): Promise<void>;
}

export function createVectorLane(
  db: Database,
  embedder: Embedder,
  {
    clock,
    turn = ALWAYS_OURS,
    isAhead = true,
  }: { clock: Clock; turn?: EmbeddingTurn; isAhead?: boolean | undefined },
): VectorLane {
  const rows = openVectorRows(db);
  const queue = createEmbeddingQueue(db, embedder);
  const read = createVectorReader(db);
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
      // Keeps the vectors of other models, because a second process may use one of them, and each would delete the
      // other's work.
      await queue.drain(sids, { signal });
      failure = null;
    } catch (error) {
      failed(error);
    } finally {
      turn.give();
    }
    background = undefined;
  }

  function start(sids: readonly number[]): void {
    if (!turn.take()) return;
    const own = new AbortController();
    background = { stop: own, done: inBackground(sids, own.signal) };
  }

  async function stopBackground(): Promise<void> {
    background?.stop.abort();
    await background?.done;
  }

  /** Waits until no other process makes vectors; false if `signal` aborted first. Their results count as progress. */
  async function waitForTurn(
    sids: readonly number[],
    signal: AbortSignal | undefined,
    onWaiting: (waiting: number) => void,
  ): Promise<boolean> {
    while (!turn.take()) {
      onWaiting(queue.countWaiting(sids));
      await pause(TURN_PAUSE_MS, undefined, { signal }).catch(() => {});
      if (signal?.aborted === true) return false;
    }
    return true;
  }

  function lateness(waiting: number): string | null {
    if (waiting === 0) return null;
    const told = `Search by meaning does not cover ${waiting} new ${waiting === 1 ? 'event' : 'events'} yet. The worker adds them; \`hookloom memory re-embed\` does it now.`;
    return rows.countOthers(embedder.model) === 0
      ? told
      : `The embedding model has changed to ${embedder.model}. ${told}`;
  }

  /** A model that was replaced under its own name may make vectors of another length. */
  function otherLength(tag: string): string | null {
    const others = rows.tagsOf(embedder.model).filter((each) => each !== tag);
    if (others.length === 0) return null;
    return `Stored vectors have another length (${others.join(', ')}) than the model makes now (${tag}): \`hookloom memory re-embed\` makes them again.`;
  }

  /** Queues all texts again if the length has changed. Returns the tag of the vectors that are made now. */
  async function tagNow(signal: AbortSignal | undefined): Promise<string | undefined> {
    const text = rows.embeddedText(embedder.model);
    if (text === null) return undefined;
    const probe = text.slice(0, PROBE_CHARS).toWellFormed();
    // Making the vectors reports the failure.
    const [vector] = await embedder.embed([probe], signal).catch(() => []);
    if (vector === null || vector === undefined) return undefined;
    const tag = tagOf(embedder, vector);
    if (otherLength(tag) !== null) rows.restart(embedder.model);
    return tag;
  }

  async function vectorOf(query: string): Promise<Float32Array | null> {
    const known = questions.get(query);
    if (known !== undefined) return known;
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(QUESTION_MS)]);
    const [vector = null] =
      embedder.ask === undefined
        ? await embedder.embed([query], signal)
        : [await embedder.ask(query, signal)];
    if (questions.size >= MAX_QUESTIONS) questions.clear();
    questions.set(query, vector);
    return vector;
  }

  return {
    follow(sids) {
      if (!isAhead || background !== undefined || isResting()) return;
      if (queue.countWaiting(sids) > 0) start(sids);
    },
    async ask(query, sids) {
      if (isCodeLike(query)) return { vectors: null, reason: null };
      if (isResting()) return { vectors: null, reason: failure!.reason };
      try {
        // A short-lived process does not load a model if nothing has a vector.
        if (!isAhead && embedder.model !== 'none' && rows.tagsOf(embedder.model).length === 0)
          return { vectors: null, reason: lateness(queue.countWaiting(sids)) };
        const vector = await vectorOf(query);
        if (vector === null) return { vectors: null, reason: null };
        const waiting = queue.countWaiting(sids);
        const tag = tagOf(embedder, vector);
        return {
          vectors: read(tag, vector, embedder.answerDirection?.(vector)),
          oddsOfRecord: embedder.oddsOfRecord?.(vector) ?? 0,
          reason: otherLength(tag) ?? lateness(waiting),
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
        waiting: queue.countWaiting(embeddedSids(db)),
        failure: failure?.reason ?? null,
      };
    },
    async embedAll({ signal, onProgress }) {
      // One request at a time, because a provider may charge per text.
      await stopBackground();
      const sids = embeddedSids(db);
      const total = queue.countWaiting(sids);
      let done = 0;
      const tell = (now: number): void => {
        done = now;
        onProgress?.(done, Math.max(total, done));
      };
      const isOurs = await waitForTurn(sids, signal, (left) => tell(Math.max(done, total - left)));
      if (!isOurs) return { embedded: 0, dropped: 0, waiting: queue.countWaiting(sids) };
      try {
        const tag = await tagNow(signal);
        const embedded = await queue.drain(sids, {
          ...(signal !== undefined && { signal }),
          onBatch: (count) => tell(done + count),
        });
        failure = null;
        const waiting = queue.countWaiting(sids);
        const dropped = waiting === 0 ? rows.dropOthers(embedder.model, tag) : 0;
        return { embedded, dropped, waiting };
      } finally {
        turn.give();
      }
    },
    async close() {
      stop.abort();
      await stopBackground();
    },
  };
}

const SIGNS =
  /[`{}<>=\\]|::|->|=>|\w\(|\w\/\S*[./]\w|\w_\w|\b[a-z]+[A-Z][a-z]|\w{2}\.[a-z]{1,4}\b|--\w|\b0x[0-9a-f]+/;
/** Names of products and sites, which look like names in code: Node.js, Fly.io. */
const BRANDS =
  /\b(?:[A-Z][\w-]*|node|next|vue|react|express|three)\.js\b|\b[\w-]+\.(?:io|ai|com|org|net|dev|app)\b/g;

/** A question with this many words of prose has a meaning of its own, whatever it names. */
const LEAST_PROSE = 4;

/**
 * @example isCodeLike('why does parseConfig fail?') // true
 * @example isCodeLike('what did we decide about PostgreSQL?') // false
 */
export function isCodeLike(query: string): boolean {
  const words = query.replace(BRANDS, ' ').split(/\s+/);
  const prose = words.filter((word) => /\p{L}/u.test(word) && !SIGNS.test(word));
  return prose.length < LEAST_PROSE && SIGNS.test(words.join(' '));
}
