/** The notes queue as its worker uses it: pending work, leases, dead letters. */

/** Work that has no note yet. */
export interface PendingWork {
  id: number;
  /** The log's session. */
  log: string;
  contentSessionId: string;
  kind: 'observation' | 'summarize';
  /** The call's own id, or the id of its only event; `turn:<n>` for a turn. */
  work: string;
  promptNumber: number | null;
  toolName: string | null;
  /** The subject of the call, if recorded: a command or a path. */
  toolInput: string | null;
  /** Newest last. */
  events: { seq: number; id: string }[];
  /** The start of the turn: the seq of the prompt, or the first one of the session. */
  fromSeq: number;
  status: 'pending' | 'processing' | 'dead';
  /** Number of attempts, including this one. */
  attempts: number;
  createdAtEpoch: number;
  /** Why it is a dead letter. */
  reason: string | null;
}

/** The work of an earlier note. */
export interface EarlierWork {
  note: string;
  seq: number;
  at: string;
  promptNumber: number | null;
  /** Whether it is in the requested session. */
  isHere: boolean;
  kind: string;
  subject: string;
  outcome: string;
  said: string;
  files: string[];
  covers: string[];
}

export interface ClaimRequest {
  limit: number;
  /** Milliseconds of a monotonic clock that all processes of the machine share. */
  now: number;
  leaseMs: number;
  holder: string;
  /** Holders whose process has ended, which ends their leases. */
  gone: readonly string[];
}

export interface QueueCounts {
  pending: number;
  /** Number of ended turns among the pending work. */
  turns: number;
  leased: number;
  dead: number;
  /** Time of the oldest pending or leased work, epoch milliseconds. */
  oldestAtEpoch: number | null;
}

export interface NoteLedgerRow {
  log: string;
  day: string;
  provider: string;
  model: string;
  calls: number;
  failed: number;
  items: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number;
}

/** Every method updates the projection first. */
export interface NoteQueue {
  counts(): Promise<QueueCounts>;
  /** Who holds leases. */
  holders(): Promise<string[]>;
  /** Leases the oldest free work of one log. */
  claim(request: ClaimRequest): Promise<PendingWork[]>;
  /** Those of the work that the holder may still cover. */
  held(ids: readonly number[], request: Pick<ClaimRequest, 'now' | 'holder'>): Promise<Set<number>>;
  /**
   * Returns work to the queue, at once or not before `retryAt`. With `isCounted: false` the
   * attempt does not count, because the work was not at fault.
   */
  release(
    ids: readonly number[],
    options?: { retryAt?: number; isCounted?: boolean },
  ): Promise<void>;
  /** In any state, newest last. With `dead`, dead letters come first. */
  list(request: {
    status?: 'pending' | 'processing' | 'dead';
    limit: number;
  }): Promise<PendingWork[]>;
  /** Work of the session, and the newest commands and files read in others. Oldest first. */
  earlier(log: string, contentSessionId: string): Promise<EarlierWork[]>;
  ledger(request?: { day?: string }): Promise<NoteLedgerRow[]>;
}
