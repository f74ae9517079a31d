/** The read side of the notes: part of the memory's projection, and gone with it (DESIGN law 1). */
import type { Retention, RetentionRow } from './retention.ts';
import type { ObservationRow, PromptRow, SessionRow, SummaryRow } from './rows.ts';

/** The four lists. */
export type NoteKind = 'observations' | 'summaries' | 'prompts' | 'sessions';

export interface PageRequest {
  /** The log's session. */
  log: string;
  limit: number;
  /** Rows to leave out at the front. */
  offset?: number;
  /** Only rows with a smaller seq: what comes while somebody turns pages moves nothing. */
  before?: number;
  contentSessionId?: string;
  /** Names of clients as they were recorded. */
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
  /** Paths as they were recorded; a row matches that read or modified one of them. */
  files?: readonly string[];
  /** Only those that a person keeps in sight. */
  pinned?: boolean;
  /** Also those that another note replaced. */
  includeSuperseded?: boolean;
}

export interface NoteSearchRequest extends ObservationRequest {
  query: string;
  kinds?: readonly ('observations' | 'sessions' | 'prompts')[];
}

export interface NoteSearchResult {
  observations: (ObservationRow & { score: number })[];
  /** Summaries, as the documented search calls them. */
  sessions: (SummaryRow & { score: number })[];
  prompts: (PromptRow & { score: number })[];
}

/** Where a row stands in a list: enough to merge the lists of several logs. */
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
  /** Milliseconds. Rows of this very time count as before. */
  at: number;
  before: number;
  after: number;
}

/** Follows the log before it reads, as every other read of the memory. By time, newest first. */
export interface Notes {
  observations(request: ObservationRequest): Promise<ObservationRow[]>;
  summaries(request: PageRequest): Promise<SummaryRow[]>;
  prompts(request: PageRequest): Promise<PromptRow[]>;
  sessions(request: PageRequest): Promise<SessionRow[]>;
  /** The same lists without their rows. */
  keys(kind: NoteKind, request: ObservationRequest): Promise<NoteKey[]>;
  /** Rows by the seq of their event, in its order; what is not there is left out. */
  byIds(log: string, seqs: readonly number[]): Promise<NoteRows & { sessions: SessionRow[] }>;
  /** What stands around an instant, of each kind so many before and after. */
  around(request: AroundRequest): Promise<NoteRows>;
  /** By the client's own id; null for one that was never seen. */
  session(log: string, contentSessionId: string): Promise<SessionRow | null>;
  search(request: NoteSearchRequest): Promise<NoteSearchResult>;
  counts(log: string): Promise<{
    observations: number;
    sessions: number;
    summaries: number;
    prompts: number;
    firstObservationAt: string | null;
  }>;
  /** What a rule keeps and what it puts away; counted, nothing is moved. */
  retention(log: string, rule: Retention): Promise<RetentionRow[]>;
  /** The clients that were seen. */
  platforms(log: string): Promise<string[]>;
}
