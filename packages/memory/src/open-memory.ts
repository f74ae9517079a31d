/** Opens the memory over a log: the projection file, its projector and its search behind one interface. */
import { setImmediate as breath } from 'node:timers/promises';
import { isSharedSession, renderCitation } from '@hookloom/core';
import {
  systemClock,
  type Channel,
  type Clock,
  type Embedder,
  type EventStore,
  type Reranker,
  type UnavailableEvent,
} from '@hookloom/core/events';
import { readEdges } from './edges/follow-edges.ts';
import { isQuoted } from './extract/quotes.ts';
import { createFactReader, endsOf, type FactReader } from './store/read-facts.ts';
import { hashText } from './store/hashes.ts';
import type { AsOf, Memory } from './memory.ts';
import { newestSeq } from './store/newest-seq.ts';
import { createNotes } from './notes/create-notes.ts';
import { createKnownNames } from './store/known-names.ts';
import { createNoteReader, type NoteReader } from './store/notes/read-notes.ts';
import type { Retention } from './store/notes/retention.ts';
import { retireRows } from './store/notes/retire.ts';
import { createQueueReader } from './store/notes/read-queue.ts';
import { createProjector, type Projector } from './project/projector.ts';
import type {
  KnownNames,
  RecentEvent,
  SearchRequest,
  SearchResult,
  SessionStats,
  WorkingSetItem,
} from './rows.ts';
import { readEvents } from './store/read-events.ts';
import { createRerankLane, cutTo } from './search/rerank.ts';
import { activeNames, outcomeCounts } from './store/read-names.ts';
import { createSearch, type Search } from './search/search.ts';
import { readAgain, widened } from './search/signs.ts';
import { docId, seqOfDoc } from './store/doc-id.ts';
import type { Database, ProjectionStore } from './store/port.ts';
import { projectionIn } from './store/projection-in.ts';
import { readRepeats } from './store/repeat-rows.ts';
import { embeddedSids } from './store/embedded-sessions.ts';
import {
  createVectorLane,
  type AskedVectors,
  type EmbeddingTurn,
  type VectorLane,
} from './vectors/vector-lane.ts';
import { countsOf, sidOf, sidsOf } from './store/session-rows.ts';
import { recentDocuments } from './store/document-rows.ts';

export interface OpenMemoryOptions {
  /** Absolute path of the projection file, or `:memory:`. */
  file: string;
  /** Keeps the projection elsewhere. */
  projection?: ProjectionStore;
  store: EventStore;
  /** Makes vectors for texts and questions. Without one, only words count. */
  embedder?: Embedder;
  /** Orders the best rows of a question again. Without one, the order of the search stays. */
  reranker?: Reranker;
  clock?: Clock;
  /** Called when a followed log contains events that fail verification. Nothing of them is in the memory. */
  onGaps?: (gaps: readonly UnavailableEvent[]) => void;
  /** How long notes stay in lists; read each time. Default: the last rule in the projection. */
  retention?: () => Retention;
  /** Whether vectors are made in the background. Default: true. */
  embedAhead?: boolean | undefined;
  /** Decides which process makes vectors now. Default: always this one. */
  embeddingTurn?: EmbeddingTurn;
}

const BUCKETS: readonly WorkingSetItem['kind'][] = [
  'goal',
  'decision',
  'task',
  'blocker',
  'artifact',
  'source_anchor',
];

interface Opened {
  db: Database;
  projector: Projector;
  search: Search;
  notes: NoteReader;
  facts: FactReader;
  vectors: VectorLane | null;
  knownNames: (sid: number) => KnownNames;
}

const WITHOUT_VECTORS: AskedVectors = { vectors: null, reason: null };

/** Throws `unavailable` if SQLite is not available. A damaged or foreign projection is rebuilt from the log. */
export async function openMemory(options: OpenMemoryOptions): Promise<Memory> {
  const { file, store, embedder, clock = systemClock, embeddingTurn: turn, onGaps } = options;
  const projection = options.projection ?? projectionIn(file);
  const rerank = options.reranker && createRerankLane(options.reranker, clock);
  const reordered = async (request: SearchRequest, found: SearchResult): Promise<SearchResult> =>
    rerank === undefined ? cutTo(found, request.limit) : rerank.reorder(request, found);
  let opened = await open();
  /** All vectors are being made on request: start nothing beside that. */
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
      facts: createFactReader(db),
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

  async function sync(
    sessions?: string[],
    options: { maxEvents?: number } = {},
  ): Promise<{ projected: number; behind: boolean }> {
    const shared = sessions === undefined ? (store.shared?.() ?? []) : [];
    const names = sessions ?? [
      ...(await store.sessions()).map(({ session }) => session),
      ...shared,
    ];
    if (sessions === undefined) opened.projector.dropGone(shared);
    const total = { projected: 0, behind: false };
    for (const name of names) {
      const left = (options.maxEvents ?? Number.MAX_SAFE_INTEGER) - total.projected;
      if (left <= 0) return { ...total, behind: true };
      const { projected, behind, lost } = await opened.projector.follow(name, left);
      if (lost) {
        await reset();
        return sync(undefined, options);
      }
      const gaps = opened.projector.gaps(name);
      if (gaps.length > 0 && !isSharedSession(name)) onGaps?.(gaps);
      total.projected += projected;
      total.behind ||= behind;
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
    for (const name of names) while (!retireRows(opened.db, name, rule)) await breath();
  }

  /** Rebuilds the file on any doubt. */
  async function reading<T>(sessions: string[] | undefined, read: () => T): Promise<T> {
    try {
      await sync(sessions);
      return read();
    } catch (error) {
      if (!projection.isDamage(error)) throw error;
      await reset();
      await sync(sessions);
      return read();
    }
  }

  /** The question's vectors, after following the log, which may write the table of words. */
  async function ask({ query, sessions }: SearchRequest): Promise<AskedVectors> {
    if (opened.vectors === null) return WITHOUT_VECTORS;
    await reading(sessions, () => {});
    const { db, vectors } = opened;
    return vectors.ask(query, embeddedSids(db, sessions));
  }

  return {
    sync,
    reset,
    isQuoted,
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
    async search(request) {
      const { vectors, reason, oddsOfRecord } = await ask(request);
      const isRead = request.rerank === true;
      const wanted = isRead ? widened(request) : request;
      const found = await reading(request.sessions, () => opened.search.search(wanted, vectors));
      const ordered = isRead ? await reordered(request, readAgain(request, found)) : found;
      const result = oddsOfRecord === undefined ? ordered : { ...ordered, oddsOfRecord };
      return reason === null
        ? result
        : { ...result, degraded: [...result.degraded, { lane: 'vector', reason }] };
    },
    async searchSources(request) {
      const { vectors } = await ask(request);
      return reading(request.sessions, () => opened.search.sources(request, vectors));
    },
    facts: (request) =>
      reading(request.sessions, () => {
        const sids = sidsOf(opened.db, request.sessions);
        const docs = request.seqs?.flatMap((seq) => sids.map((sid) => docId(sid, seq)));
        return opened.facts.byTypes(sids, request, docs);
      }),
    events: (request) => reading(request.sessions, () => readEvents(opened.db, request)),
    repeats: (session, seq) =>
      reading([session], () => readRepeats(opened.db, sidOf(opened.db, session), seq)),
    edges: (request) => reading(request.sessions, () => readEdges(opened.db, request)),
    workingSet: (session, options = {}) =>
      reading([session], () => workingSet(opened, session, options)),
    recent: (session, limit, options = {}) =>
      reading([session], () => recent(opened.db, session, limit, options)),
    names: (session) => reading([session], () => activeNames(opened.db, sidOf(opened.db, session))),
    knowing: (session) => reading([session], () => opened.knownNames(sidOf(opened.db, session))),
    outcomes: (sessions, purpose) =>
      reading(sessions, () => {
        const sids = sidsOf(opened.db, sessions);
        return outcomeCounts(opened.db, sids, purpose);
      }),
    notes: createNotes((log, read) =>
      reading([log], () => read(opened.notes, sidOf(opened.db, log))),
    ),
    refused: async () => opened.projector.refused(),
    stats: (session, { fresh = true } = {}) =>
      reading(fresh ? [session] : [], () => stats(opened, session)),
    async close() {
      await opened.vectors?.close();
      await opened.db.close();
    },
  };
}

function workingSet(
  { db, facts }: Opened,
  session: string,
  { limit = 5, ...asOf }: AsOf & { limit?: number },
): WorkingSetItem[] {
  const sid = sidOf(db, session);
  const asOfSeq = newestSeq(db, sid, asOf);
  return BUCKETS.flatMap((kind) =>
    facts.bucket(sid, kind, limit, asOfSeq).map((fact) => ({
      kind,
      content: fact.content,
      status: typeof fact.properties['status'] === 'string' ? fact.properties['status'] : null,
      citation: renderCitation(fact.session, fact.seq, fact.hash),
      seq: fact.seq,
      timestamp: fact.validFrom,
      channel: fact.channel,
      entityType: fact.entityType,
      entityName: fact.entityName,
      properties: fact.properties,
    })),
  );
}

const SUMMARY_CHARS = 240;

function recent(db: Database, session: string, limit: number, asOf: AsOf): RecentEvent[] {
  const sid = sidOf(db, session);
  const asOfSeq = newestSeq(db, sid, asOf);
  const rows = recentDocuments(db, sid, asOfSeq, limit);
  const ends = endsOf(
    db,
    rows.map(({ id }) => Number(id)),
    asOfSeq,
  );
  return rows.map((row) => {
    const endedAt = ends.get(Number(row['id']));
    return {
      seq: seqOfDoc(Number(row['id'])),
      hash: hashText(row['hash']),
      type: String(row['type']),
      actor: String(row['actor']),
      timestamp: String(row['ts']),
      channel: String(row['channel']) as Channel,
      summary: String(row['content']).replace(/\s+/g, ' ').slice(0, SUMMARY_CHARS).toWellFormed(),
      ...(endedAt !== undefined && { endedAt }),
    };
  });
}

function stats({ db, projector }: Opened, session: string): SessionStats {
  const { latest, ...counts } = countsOf(db, session);
  return {
    session,
    cursor: projector.cursor(session),
    ...counts,
    gaps: projector.gaps(session),
    latest,
  };
}
