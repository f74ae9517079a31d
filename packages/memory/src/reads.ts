/** Reads an open projection. `reading` decides how far it follows the logs first. */
import { renderCitation } from '@hookloom/core';
import type { Channel } from '@hookloom/core/events';
import { readEdges } from './edges/follow-edges.ts';
import { isQuoted } from './extract/quotes.ts';
import type { AsOf, MemoryReads } from './memory.ts';
import type { Projector } from './project/projector.ts';
import type {
  KnownNames,
  RecentEvent,
  SearchRequest,
  SearchResult,
  SessionStats,
  WorkingSetItem,
} from './rows.ts';
import type { Search } from './search/search.ts';
import { readAgain, widened } from './search/signs.ts';
import { docId, seqOfDoc, hashText } from './store/stored-ids.ts';
import { recentDocuments } from './store/document-rows.ts';
import { embeddedSids, newestSeq, countsOf, NO_SID, sidsOf } from './store/session-rows.ts';
import type { NoteReader } from './store/notes/read-notes.ts';
import type { Database } from './store/port.ts';
import { readEvents } from './store/read-events.ts';
import { endsOf, type FactReader } from './store/read-facts.ts';
import { activeNames, outcomeCounts } from './store/read-names.ts';
import { readRepeats } from './store/repeat-rows.ts';
import type { AskedVectors, VectorLane } from './vectors/vector-lane.ts';

/** An open projection. */
export interface Opened {
  db: Database;
  projector: Projector;
  search: Search;
  notes: NoteReader;
  facts: FactReader;
  vectors: VectorLane | null;
  knownNames: (sid: number) => KnownNames;
}

/** Follows these sessions as far as it should, then reads. */
export type Reading = <T>(
  sessions: readonly string[],
  read: (opened: Opened) => T | Promise<T>,
) => Promise<T>;

export interface ReadOptions {
  reading: Reading;
  /** Puts the rows of a search in their last order. */
  reorder(request: SearchRequest, found: SearchResult): Promise<SearchResult>;
  /** Finds the numbers of sessions. Default: in the projection, each time. */
  sids?: typeof sidsOf;
}

/** Looks each list of sessions up once: all parts of one question need the same numbers. */
export function cachedSids(): typeof sidsOf {
  const found = new WeakMap<Database, Map<string, number[]>>();
  return (db, names) => {
    const known = found.get(db) ?? new Map<string, number[]>();
    found.set(db, known);
    const key = JSON.stringify(names);
    const sids = known.get(key) ?? sidsOf(db, names);
    known.set(key, sids);
    return sids;
  };
}

const BUCKETS: readonly WorkingSetItem['kind'][] = [
  'goal',
  'decision',
  'task',
  'blocker',
  'artifact',
  'source_anchor',
];

const WITHOUT_VECTORS: AskedVectors = { vectors: null, reason: null };

export function createReads({ reading, reorder, sids = sidsOf }: ReadOptions): MemoryReads {
  const sidIn = (db: Database, session: string): number => sids(db, [session])[0] ?? NO_SID;

  /** The question's vectors, after following the log, which may write the table of words. */
  const ask = ({ query, sessions }: SearchRequest): Promise<AskedVectors> =>
    reading(sessions, ({ db, vectors }) =>
      vectors === null ? WITHOUT_VECTORS : vectors.ask(query, embeddedSids(db, sessions)),
    );

  return {
    isQuoted,
    async search(request) {
      const { vectors, reason, oddsOfRecord } = await ask(request);
      const isRead = request.rerank === true;
      const wanted = isRead ? widened(request) : request;
      const found = await reading(request.sessions, ({ search }) => search.search(wanted, vectors));
      const ordered = isRead ? await reorder(request, readAgain(request, found)) : found;
      const result = oddsOfRecord === undefined ? ordered : { ...ordered, oddsOfRecord };
      return reason === null
        ? result
        : { ...result, degraded: [...result.degraded, { lane: 'vector', reason }] };
    },
    async searchSources(request) {
      const { vectors } = await ask(request);
      return reading(request.sessions, ({ search }) => search.sources(request, vectors));
    },
    facts: (request) =>
      reading(request.sessions, ({ db, facts }) => {
        const of = sids(db, request.sessions);
        const docs = request.seqs?.flatMap((seq) => of.map((sid) => docId(sid, seq)));
        return facts.byTypes(of, request, docs);
      }),
    events: (request) => reading(request.sessions, ({ db }) => readEvents(db, request)),
    repeats: (session, seq) =>
      reading([session], ({ db }) => readRepeats(db, sidIn(db, session), seq)),
    edges: (request) => reading(request.sessions, ({ db }) => readEdges(db, request)),
    workingSet: (session, options = {}) =>
      reading([session], (opened) => workingSet(opened, sidIn(opened.db, session), options)),
    recent: (session, limit, options = {}) =>
      reading([session], ({ db }) => recent(db, sidIn(db, session), limit, options)),
    names: (session) => reading([session], ({ db }) => activeNames(db, sidIn(db, session))),
    knowing: (session) =>
      reading([session], ({ db, knownNames }) => knownNames(sidIn(db, session))),
    outcomes: (sessions, purpose) =>
      reading(sessions, ({ db }) => outcomeCounts(db, sids(db, sessions), purpose)),
    refused: () => reading([], ({ projector }) => projector.refused()),
    stats: (session, { fresh = true } = {}) =>
      reading(fresh ? [session] : [], (opened) => stats(opened, session)),
  };
}

function workingSet(
  { db, facts }: Opened,
  sid: number,
  { limit = 5, ...asOf }: AsOf & { limit?: number },
): WorkingSetItem[] {
  const asOfSeq = newestSeq(db, sid, asOf);
  return facts.buckets(sid, BUCKETS, limit, asOfSeq).flatMap((found, at) =>
    found.map(({ content, seq, channel, entityType, entityName, properties, ...fact }) => ({
      kind: BUCKETS[at]!,
      content,
      status: typeof properties['status'] === 'string' ? properties['status'] : null,
      citation: renderCitation(fact.session, seq, fact.hash),
      seq,
      timestamp: fact.validFrom,
      channel,
      entityType,
      entityName,
      properties,
    })),
  );
}

const SUMMARY_CHARS = 240;

function recent(db: Database, sid: number, limit: number, asOf: AsOf): RecentEvent[] {
  const asOfSeq = newestSeq(db, sid, asOf);
  const rows = recentDocuments(db, sid, asOfSeq, limit);
  const ids = rows.map(({ id }) => Number(id));
  const ends = endsOf(db, ids, asOfSeq);
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
  return { session, ...counts, gaps: projector.gaps(session), latest };
}
