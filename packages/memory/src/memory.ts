import type { Notes } from './notes/notes.ts';
import type { OutcomeCount } from './salience/outcomes.ts';
import type {
  EventRequest,
  ActiveName,
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
import type { RepeatedText } from './taint/read-repeats.ts';
import type { NoteQueue } from './notes/queue.ts';
import type { MemoryVectors } from './vectors/memory-vectors.ts';

/** An older state: that of an event, that of an instant (ISO 8601), or the older one of both. */
export interface AsOf {
  asOfSeq?: number;
  asOfTime?: string;
}

/**
 * The read side of the memory: a projection of the log that can be deleted and rebuilt. Every read method projects
 * what the log has gained first, unless `sync` is called by hand and `fresh: false` was asked for at opening.
 */
export interface Memory {
  /** Follows the log to its head. Bounded work per call where `maxEvents` is given. */
  sync(
    sessions?: string[],
    options?: { maxEvents?: number },
  ): Promise<{ projected: number; behind: boolean }>;
  search(request: SearchRequest): Promise<SearchResult>;
  /** The verbatim lane alone. */
  searchSources(request: SearchRequest): Promise<SourceHit[]>;
  /** Versions of entities by type and name, newest first: what a domain folds its state from. */
  facts(request: FactRequest): Promise<FactRow[]>;
  /** Events that hold all the given words, newest first: what is counted and not ranked. */
  events(request: EventRequest): Promise<SourceRow[]>;
  /** Generated relations that hold (or held at `asOfSeq`), nearest first. */
  edges(request: EdgeRequest): Promise<EdgeRow[]>;
  workingSet(session: string, options?: AsOf & { limit?: number }): Promise<WorkingSetItem[]>;
  /** Newest last. Telemetry is left out. */
  recent(session: string, limit: number, options?: AsOf): Promise<RecentEvent[]>;
  /** Sentences that repeat what came from outside, of one event or of the whole session. */
  repeats(session: string, seq?: number): Promise<RepeatedText[]>;
  /** Names of the entities that have a current version, by type and name, with what use says about them. */
  names(session: string): Promise<ActiveName[]>;
  /** Feedback that was given under a purpose, at most 1,000. */
  outcomes(sessions: string[], purpose: string): Promise<OutcomeCount[]>;
  /** With `fresh: false` as the projection stands, without following the log first. */
  stats(session: string, options?: { fresh?: boolean }): Promise<SessionStats>;
  /** Sessions, prompts, notes and summaries. */
  readonly notes: Notes;
  /** Work that has no note yet. */
  readonly noteQueue: NoteQueue;
  /** Null where no embedder is configured. */
  readonly vectors: MemoryVectors | null;
  /** Deletes the projection; the next call rebuilds it from the log. */
  reset(): Promise<void>;
  close(): Promise<void>;
}
