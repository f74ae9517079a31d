import type {
  EdgeRequest,
  EdgeRow,
  FactRequest,
  FactRow,
  RecentEvent,
  SearchRequest,
  SearchResult,
  SessionStats,
  SourceHit,
  WorkingSetItem,
} from './rows.ts';

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
  /** Generated relations that hold (or held at `asOfSeq`), nearest first. */
  edges(request: EdgeRequest): Promise<EdgeRow[]>;
  workingSet(
    session: string,
    options?: { limit?: number; asOfSeq?: number },
  ): Promise<WorkingSetItem[]>;
  /** Newest last. Telemetry is left out. */
  recent(session: string, limit: number, options?: { asOfSeq?: number }): Promise<RecentEvent[]>;
  /** With `fresh: false` as the projection stands, without following the log first. */
  stats(session: string, options?: { fresh?: boolean }): Promise<SessionStats>;
  /** Deletes the projection; the next call rebuilds it from the log. */
  reset(): Promise<void>;
  close(): Promise<void>;
}
