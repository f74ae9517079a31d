/** Opens the memory over a log: the projection file, its projector and its search behind one interface. */
import { setImmediate as breath } from 'node:timers/promises';
import { isSharedSession } from '@hookloom/core';
import {
  systemClock,
  type Clock,
  type Embedder,
  type EventStore,
  type Reranker,
  type UnavailableEvent,
} from '@hookloom/core/events';
import { createFactReader } from './store/read-facts.ts';
import type { Memory, MemoryReads, SyncOptions } from './memory.ts';
import { createNotes } from './notes/create-notes.ts';
import { createKnownNames } from './store/known-names.ts';
import { createNoteReader } from './store/notes/read-notes.ts';
import { keepsAll, type Retention } from './store/notes/retention.ts';
import { retireRows } from './store/notes/retire.ts';
import { createQueueReader } from './store/notes/read-queue.ts';
import { createProjector } from './project/projector.ts';
import { createReads, cachedSids, type Opened } from './reads.ts';
import type { SearchRequest, SearchResult } from './rows.ts';
import { createRerankLane } from './search/rerank.ts';
import { cutTo } from './search/rank.ts';
import { createSearch } from './search/search.ts';
import { graphHead, graphRows } from './store/graph-rows.ts';
import type { ProjectionStore } from './store/port.ts';
import { projectionIn } from './store/projection-in.ts';
import { embeddedSids, sidOf } from './store/session-rows.ts';
import { createVectorLane, type EmbeddingTurn } from './vectors/vector-lane.ts';

export interface OpenMemoryOptions {
  /** Absolute path of the projection file, or `:memory:`. */
  file: string;
  /** Stores the projection elsewhere. */
  projection?: ProjectionStore;
  store: EventStore;
  /** Makes vectors for texts and questions. Without one, only words count. */
  embedder?: Embedder;
  /** Orders the best rows of a question again. Without one, the order of the search stays. */
  reranker?: Reranker;
  clock?: Clock;
  /** Called when a followed log contains events that fail verification. None of their content is in the memory. */
  onGaps?: (gaps: readonly UnavailableEvent[]) => void;
  /** How long notes stay in lists; read each time. Default: the last rule in the projection. */
  retention?: () => Retention;
  /** Whether vectors are made in the background. Default: true. */
  embedAhead?: boolean | undefined;
  /** Decides which process makes vectors now. Default: always this one. */
  embeddingTurn?: EmbeddingTurn;
}

/** Throws `unavailable` if SQLite is not available. A damaged or foreign projection is rebuilt from the log. */
export async function openMemory(options: OpenMemoryOptions): Promise<Memory> {
  const { file, store, embedder, clock = systemClock, embeddingTurn: turn, onGaps } = options;
  const projection = options.projection ?? projectionIn(file);
  const rerank = options.reranker && createRerankLane(options.reranker, clock);
  const reorder = async (request: SearchRequest, found: SearchResult): Promise<SearchResult> =>
    rerank === undefined ? cutTo(found, request.limit) : rerank.reorder(request, found);
  let opened = await open();
  /** `all`: the logs in which a rule that keeps everything has restored everything; null for another rule. */
  let kept: { under: string; all: Set<string> | null } | null = null;
  /** All vectors are being made on request: start nothing else. */
  let isEmbedding = false;

  async function open(): Promise<Opened> {
    const db = await projection.open();
    const vectors =
      embedder === undefined
        ? null
        : createVectorLane(db, embedder, {
            clock,
            ...(turn !== undefined && { turn }),
            isAhead: options.embedAhead,
          });
    const projector = createProjector(db, store);
    return {
      db,
      projector,
      search: createSearch(db, () => projector.rewrites()),
      notes: createNoteReader(db),
      facts: createFactReader(db, () => projector.rewrites().removed),
      vectors,
      knownNames: createKnownNames(db),
    };
  }

  async function reset(): Promise<void> {
    await opened.vectors?.close();
    await opened.db.close();
    await projection.remove();
    opened = await open();
  }

  async function sync(sessions?: string[], options: SyncOptions = {}) {
    const shared = sessions === undefined ? (store.shared?.() ?? []) : [];
    const names = sessions ?? [
      ...(await store.sessions()).map(({ session }) => session),
      ...shared,
    ];
    if (sessions === undefined) opened.projector.dropGone(shared);
    const total = { projected: 0, behind: false };
    // A file of the team can empty others, which are then read again.
    const rest = [...names];
    for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
      const left = (options.maxEvents ?? Number.MAX_SAFE_INTEGER) - total.projected;
      if (left <= 0) return { ...total, behind: true };
      const { projected, behind, lost } = await opened.projector.follow(
        name,
        left,
        options.untilEmptied,
      );
      if (lost) {
        await reset();
        return sync(sessions, options);
      }
      const gaps = opened.projector.gaps(name);
      if (gaps.length > 0 && !isSharedSession(name)) onGaps?.(gaps);
      total.projected += projected;
      total.behind ||= behind;
      if (projected > 0 && isSharedSession(name))
        rest.push(...names.filter((each) => isSharedSession(each) && !rest.includes(each)));
    }
    if (!total.behind) await retire(names);
    const { db, vectors } = opened;
    if (!isEmbedding) vectors?.follow(embeddedSids(db, names));
    return total;
  }

  /** Works in pieces, so that waiting requests run in between. */
  async function retire(names: readonly string[]): Promise<void> {
    if (options.retention === undefined) return;
    const rule = options.retention();
    // Another process, which may have another rule, changes the version. Other machines may write a projection elsewhere.
    const under = `${JSON.stringify(rule)} ${opened.db.version()}`;
    if (kept?.under !== under)
      kept = { under, all: options.projection || !keepsAll(rule) ? null : new Set() };
    for (const name of names) {
      if (kept.all?.has(name) === true) continue;
      while (!retireRows(opened.db, name, rule)) await breath();
      kept.all?.add(name);
    }
  }

  /** Follows the logs first, and rebuilds the file on any doubt. */
  async function reading<T>(
    sessions: readonly string[] | undefined,
    read: (opened: Opened) => T | Promise<T>,
  ): Promise<T> {
    const names = sessions && [...sessions];
    try {
      await sync(names);
      return await read(opened);
    } catch (error) {
      if (!projection.isDamage(error)) throw error;
      await reset();
      await sync(names);
      return read(opened);
    }
  }

  async function snapshot(sessions: readonly string[]): Promise<MemoryReads> {
    const followed = new Set(sessions);
    await reading(sessions, () => {});
    return createReads({
      reorder,
      sids: cachedSids(),
      async reading(names, read) {
        const others = names.filter((name) => !followed.has(name));
        for (const name of others) followed.add(name);
        if (others.length > 0) return reading(others, read);
        try {
          return await read(opened);
        } catch (error) {
          if (!projection.isDamage(error)) throw error;
          return reading([...followed], read);
        }
      },
    });
  }

  return {
    ...createReads({ reading, reorder }),
    sync,
    reset,
    snapshot,
    noteQueue: createQueueReader({
      database: () => opened.db,
      reading: (read) => reading(undefined, read),
    }),
    vectors:
      embedder === undefined
        ? null
        : {
            async status() {
              await sync();
              return opened.vectors!.status();
            },
            async embedAll(wanted = {}) {
              isEmbedding = true;
              try {
                await sync();
                return await opened.vectors!.embedAll(wanted);
              } finally {
                isEmbedding = false;
              }
            },
          },
    graph: {
      hashAt: async (session, seq) => (await store.at(session, seq))?.hash ?? null,
      head: (session) =>
        reading([session], ({ db, projector }) =>
          graphHead(db, session, projector.cursor(session)),
        ),
      rows: (session, after, to) =>
        reading([session], ({ db }) => graphRows(db, sidOf(db, session), after, to)),
    },
    notes: createNotes((log, read) =>
      reading([log], ({ db, notes }) => read(notes, sidOf(db, log))),
    ),
    async close() {
      await opened.vectors?.close();
      await opened.db.close();
    },
  };
}
