import type { StoredEvent, UnavailableEvent } from '@hookloom/core/events';
import type { Quoted } from './extract/extracted.ts';
import type { Notes } from './notes/notes.ts';
import type { OutcomeCount } from './salience/outcomes.ts';
import type {
  EventRequest,
  ActiveName,
  KnownNames,
  EdgeRequest,
  EdgeRow,
  FactRequest,
  FactRow,
  RecentEvent,
  SearchRequest,
  SearchResult,
  SessionStats,
  SourceHit,
  SourceRow,
  WorkingSetItem,
} from './rows.ts';
import type { GraphHead, GraphRows } from './store/graph-rows.ts';
import type { RepeatedText } from './store/repeat-rows.ts';
import type { NoteQueue } from './notes/queue.ts';
import type { MemoryVectors } from './vectors/memory-vectors.ts';

/** An older state: at an event, at an instant (ISO 8601), or the older of both. */
export interface AsOf {
  asOfSeq?: number;
  asOfTime?: string;
}

/** The projection on a server cannot be used, and the one on this machine answers. */
export interface ProjectionFallback {
  backend: 'postgres' | 'neo4j';
  reason: string;
}

/** The input of a session's graph. Each method follows the log first, except `hashAt`. */
export interface GraphSource {
  /** How far the session is projected, and how many events it forgot. Null: it is not projected. */
  head(session: string): Promise<GraphHead | null>;
  /** Null if the log has no such event. */
  hashAt(session: string, seq: number): Promise<string | null>;
  /** Rows added or closed after `after`, up to and including `to`. */
  rows(session: string, after: number, to: number): Promise<GraphRows>;
}

/** The reads of a question. Rows of the projection, never of the log. */
export interface MemoryReads {
  /** Whether its rows quote an event exactly. Absent: they come from elsewhere and are used as they are. */
  isQuoted?(this: void, event: StoredEvent, quoted: Quoted): boolean;
  /**
   * The same reads for one question: follows these sessions now and then no more, so that its parts do not check the
   * logs again. Absent: these are such reads.
   */
  snapshot?(sessions: readonly string[]): Promise<MemoryReads>;
  search(request: SearchRequest): Promise<SearchResult>;
  /** Only the verbatim lane. */
  searchSources(request: SearchRequest): Promise<SourceHit[]>;
  /** Versions of entities by type and name, newest first. A domain folds its state from them. */
  facts(request: FactRequest): Promise<FactRow[]>;
  /** Events that contain all the given words, newest first: for counting, not ranked. */
  events(request: EventRequest): Promise<SourceRow[]>;
  /** Generated relations that are valid (or were valid at `asOfSeq`), nearest first. */
  edges(request: EdgeRequest): Promise<EdgeRow[]>;
  workingSet(session: string, options?: AsOf & { limit?: number }): Promise<WorkingSetItem[]>;
  /** Newest last. Telemetry is left out. */
  recent(session: string, limit: number, options?: AsOf): Promise<RecentEvent[]>;
  /** Sentences that repeat outside text, of one event or of the complete session. */
  repeats(session: string, seq?: number): Promise<RepeatedText[]>;
  /** Names of the entities that have a current version, by type and name, with their usage data. */
  names(session: string): Promise<ActiveName[]>;
  /** The words of these names, and the most used ones: to estimate what the memory knows. */
  knowing(session: string): Promise<KnownNames>;
  /** Feedback under a purpose, at most 1,000 entries. */
  outcomes(sessions: string[], purpose: string): Promise<OutcomeCount[]>;
  /** Lines of a team's files that were refused so far. */
  refused?(): Promise<UnavailableEvent[]>;
  /** Why another store than the chosen one answers now. Null: the chosen one does. */
  fallback?(): ProjectionFallback | null;
  /** With `fresh: false`, reports the current projection without following the log first. */
  stats(session: string, options?: { fresh?: boolean }): Promise<SessionStats>;
}

export interface SyncOptions {
  /** Limits the work per call. */
  maxEvents?: number;
  /**
   * Removes what is forgotten from the projection and stops there: the session is empty, and behind until it is followed
   * again.
   */
  untilEmptied?: boolean;
}

/**
 * The read side of the memory: a projection of the log that can be deleted and rebuilt. Every read method first
 * projects new events of the log, unless the memory was opened with `fresh: false` and you call `sync` yourself.
 */
export interface Memory extends MemoryReads {
  /** Follows the log to its head. */
  sync(sessions?: string[], options?: SyncOptions): Promise<{ projected: number; behind: boolean }>;
  /** `edges` from a configured graph database. Absent: there is none. */
  walk?(request: EdgeRequest): Promise<EdgeRow[]>;
  /** For a graph beside this memory. */
  readonly graph?: GraphSource;
  /** Sessions, prompts, notes and summaries. */
  readonly notes: Notes;
  /** Work that has no note yet. */
  readonly noteQueue: NoteQueue;
  /** Null if no embedder is configured. */
  readonly vectors: MemoryVectors | null;
  /** Deletes the projection; the next call rebuilds it from the log. */
  reset(): Promise<void>;
  close(): Promise<void>;
}
