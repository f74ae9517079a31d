/** The queue of notes as its worker sees it: what waits, leases on it, dead letters. */

/** Something that has no note yet. */
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
  /** What the call was about, where it was told: a command or a path. */
  toolInput: string | null;
  /** Newest last. */
  events: { seq: number; id: string }[];
  /** Of the turn: the prompt's, or the first of the session. */
  fromSeq: number;
  status: 'pending' | 'processing' | 'dead';
  /** How often it was begun, this time included. */
  attempts: number;
  createdAtEpoch: number;
  /** Why it is dead. */
  reason: string | null;
}

/** What an earlier note is about. */
export interface EarlierWork {
  note: string;
  seq: number;
  at: string;
  promptNumber: number | null;
  kind: string;
  subject: string;
  outcome: string;
  said: string;
  files: string[];
  covers: string[];
}

export interface ClaimRequest {
  limit: number;
  /** Milliseconds of a clock that only goes on, and that all processes of the machine share. */
  now: number;
  leaseMs: number;
  holder: string;
  /** False: its process is gone, and its leases with it. */
  isAlive(holder: string): boolean;
}

export interface QueueCounts {
  pending: number;
  /** Ends of turns among those that are pending. */
  turns: number;
  leased: number;
  dead: number;
  /** Of the oldest that waits or is worked on, epoch milliseconds. */
  oldestAtEpoch: number | null;
}

export interface LedgerRow {
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

/** Every method follows the log first. */
export interface NoteQueue {
  counts(): Promise<QueueCounts>;
  /** Leases the oldest work of one log that nobody works on. Whoever dies with it gives it back by dying. */
  claim(request: ClaimRequest): Promise<PendingWork[]>;
  /** Which of these are still this holder's to cover. */
  held(ids: readonly number[], request: Pick<ClaimRequest, 'now' | 'holder'>): Promise<Set<number>>;
  /** Gives work back: at once, or not before `retryAt`. Not counted: nothing was wrong with the work. */
  release(
    ids: readonly number[],
    options?: { retryAt?: number; isCounted?: boolean },
  ): Promise<void>;
  /** In any state; dead ones first where `dead`. Newest last. */
  list(request: {
    status?: 'pending' | 'processing' | 'dead';
    limit: number;
  }): Promise<PendingWork[]>;
  byId(id: number): Promise<PendingWork | null>;
  /** Oldest first. */
  earlier(log: string, contentSessionId: string): Promise<EarlierWork[]>;
  ledger(request?: { day?: string }): Promise<LedgerRow[]>;
}
