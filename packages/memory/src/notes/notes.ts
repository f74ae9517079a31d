/** The read side of the notes: part of the memory's projection, and gone with it (DESIGN law 1). */
import type { ObservationRow, PromptRow, SessionRow, SummaryRow } from './rows.ts';

export interface PageRequest {
  /** The log's session. */
  log: string;
  limit: number;
  /** Only rows with a smaller seq: pages stay whole while new rows come. */
  before?: number;
  contentSessionId?: string;
}

export interface ObservationRequest extends PageRequest {
  types?: string[];
  concepts?: string[];
  /** Paths as they were recorded; a row matches that read or modified one of them. */
  files?: string[];
  /** Milliseconds, both inclusive. */
  from?: number;
  to?: number;
  /** Also those that another note replaced. */
  includeSuperseded?: boolean;
}

export interface NoteSearchRequest extends ObservationRequest {
  query: string;
  kinds?: ('observations' | 'sessions' | 'prompts')[];
}

export interface NoteSearchResult {
  observations: (ObservationRow & { score: number })[];
  sessions: (SummaryRow & { score: number })[];
  prompts: (PromptRow & { score: number })[];
}

/** Follows the log before it reads, as every other read of the memory. Newest first. */
export interface Notes {
  observations(request: ObservationRequest): Promise<ObservationRow[]>;
  summaries(request: PageRequest): Promise<SummaryRow[]>;
  prompts(request: PageRequest): Promise<PromptRow[]>;
  sessions(request: PageRequest): Promise<SessionRow[]>;
  /** Rows by the seq of their event; what is not there is left out. */
  byIds(
    log: string,
    seqs: readonly number[],
  ): Promise<{ observations: ObservationRow[]; summaries: SummaryRow[]; prompts: PromptRow[] }>;
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
}
