/** The read side of the notes. It is part of the memory's projection and deleted with it. */
import type { Retention, RetentionRow } from '../store/notes/retention.ts';
import type { ObservationRow, PromptRow, SessionRow, SummaryRow } from './rows.ts';

/** The four lists. */
export type NoteKind = 'observations' | 'summaries' | 'prompts' | 'sessions';

interface PageRequest {
  /** The log's session. */
  log: string;
  limit: number;
  /** Number of rows to skip. */
  offset?: number;
  /** Only rows with a smaller seq, so that new rows do not shift the pages. */
  before?: number;
  contentSessionId?: string;
  /** Names of clients, as recorded. */
  platforms?: readonly string[];
  /** Milliseconds, both inclusive. */
  from?: number;
  to?: number;
  /** Default: newest first. */
  order?: 'newest' | 'oldest';
}

export interface ObservationRequest extends PageRequest {
  types?: readonly string[];
  concepts?: readonly string[];
  /** Paths as recorded. A row matches if it read or modified one of them. */
  files?: readonly string[];
  /** Only pinned rows. */
  pinned?: boolean;
  /** Whether to include rows that another note replaced. */
  includeSuperseded?: boolean;
}

export interface NoteSearchRequest extends ObservationRequest {
  query: string;
  kinds?: readonly ('observations' | 'sessions' | 'prompts')[];
}

export interface NoteSearchResult {
  observations: (ObservationRow & { score: number })[];
  /** Summaries, under the name of the documented search. */
  sessions: (SummaryRow & { score: number })[];
  prompts: (PromptRow & { score: number })[];
}

/** The position of a row in a list, which is enough to merge the lists of several logs. */
export interface NoteKey {
  seq: number;
  /** Milliseconds. */
  epoch: number;
}

export interface NoteRows {
  observations: ObservationRow[];
  summaries: SummaryRow[];
  prompts: PromptRow[];
}

export interface AroundRequest {
  log: string;
  /** In milliseconds. Rows at exactly this time count as before. */
  at: number;
  before: number;
  after: number;
}

/** Updates the projection before it reads, like every read of the memory. Sorted by time, newest first. */
export interface Notes {
  observations(request: ObservationRequest): Promise<ObservationRow[]>;
  summaries(request: PageRequest): Promise<SummaryRow[]>;
  prompts(request: PageRequest): Promise<PromptRow[]>;
  sessions(request: PageRequest): Promise<SessionRow[]>;
  /** The same lists without their rows. */
  keys(kind: NoteKind, request: ObservationRequest): Promise<NoteKey[]>;
  /** Rows by the seq of their event, in that order. Omits missing rows. */
  byIds(log: string, seqs: readonly number[]): Promise<NoteRows & { sessions: SessionRow[] }>;
  /** Rows around an instant: a number of each kind before and after. */
  around(request: AroundRequest): Promise<NoteRows>;
  /** By the client's own id; null if it is unknown. */
  session(log: string, contentSessionId: string): Promise<SessionRow | null>;
  search(request: NoteSearchRequest): Promise<NoteSearchResult>;
  counts(log: string): Promise<{
    observations: number;
    sessions: number;
    summaries: number;
    prompts: number;
    firstObservationAt: string | null;
  }>;
  /** What a rule keeps and what it retires. Only counts. */
  retention(log: string, rule: Retention): Promise<RetentionRow[]>;
  /** The clients that were seen. */
  platforms(log: string): Promise<string[]>;
}

/** Replaces the notes if the projection cannot be opened: every request fails with the reason. */
export function refusedNotes(refused: () => Promise<never>): Notes {
  return {
    observations: refused,
    summaries: refused,
    prompts: refused,
    sessions: refused,
    keys: refused,
    byIds: refused,
    around: refused,
    session: refused,
    search: refused,
    counts: refused,
    platforms: refused,
    retention: refused,
  };
}
