import type { JsonObject } from '../json.ts';

/** The channel of an event. Set by the write path, never by the payload. Most trusted first. */
export const CHANNELS = ['user', 'system', 'model', 'file', 'tool', 'mcp', 'web'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Stored in the payload under `__origin`. */
export interface Origin {
  channel: Channel;
  /** The agent client, such as `claude-code`, if one was involved. */
  client?: string;
  /** The client's own session id, never replaced. */
  session_id?: string;
  /** The tool whose output this is. */
  tool?: string;
  /** The operation or the door that wrote it: `memory_skill`, `memory_append`, `archive`. Absent for hooks and the log. */
  written_by?: string;
}

/** Stored in the payload under `__zaxy_security`. */
export interface Security {
  sensitivity: 'public' | 'restricted';
  redacted_paths: string[];
}

/** Payload keys that only the write path may set. */
export const RESERVED_KEYS = ['__zaxy_security', '__origin', '__batch', '__shredded'] as const;

/**
 * One delivery of an event by a client: the same key is appended once, however often it is delivered. `scope` bounds
 * the look-up (the client's own session id); `windowMs` limits it in time if the client sends no id.
 */
export interface Delivery {
  scope: string;
  key: string;
  windowMs?: number;
  /** When the client delivered it, in epoch milliseconds. Default: the time of the event. */
  atMs?: number;
}

export interface UnsealedEvent {
  type: string;
  actorId: string;
  payload: JsonObject;
  origin: Origin;
  /** Default: minted. */
  id?: string;
  parentEventId?: string | null;
  causedBy?: string[];
  /** ISO 8601 UTC. Default: the store's clock. Never decides order. */
  timestamp?: string;
  delivery?: Delivery;
  /** Payload paths that the caller masked before truncating a text; they are added to those that redaction finds. */
  redactedPaths?: string[];
}

/** Which envelope a stored line has. */
export type EnvelopeForm = 'hookloom.v1' | 'eventloom.v1' | 'zaxy.v1' | 'zaxy.legacy';

/** An event as read back: reserved keys are lifted out of the payload. */
export interface StoredEvent {
  seq: number;
  id: string;
  type: string;
  actorId: string;
  threadId: string;
  timestamp: string;
  payload: JsonObject;
  parentEventId: string | null;
  causedBy: string[];
  /** `sha256:` + 64 hex. */
  hash: string;
  previousHash: string | null;
  form: EnvelopeForm;
  security: Security | null;
  origin: Origin | null;
  /** Set if the content was shredded: the forgetting event's id and the salted digest of the content. */
  shredded: { by: string; digest: string } | null;
  /** Set for an event of a batch: the seq of its first event, and how many there are. The hash covers it. */
  batch?: { first: number; size: number };
  /** Set if the reader shows another origin than the one that the hash covers. */
  sealedOrigin?: Origin | null;
}

export interface AppendResult {
  seq: number;
  hash: string;
  previousHash: string | null;
  id: string;
  /** True if this delivery had been appended before; seq and hash are those of the first time. */
  duplicate: boolean;
  /** Set if the named log is broken and the event went to the log that continues it. */
  session?: string;
}

export interface Head {
  seq: number;
  hash: string;
}

/** `os`: survives the process. `fsync`: survives the machine. */
export type Durability = 'os' | 'fsync';

export interface AppendOptions {
  /** The hash the log must end with; `null`: the log must be empty; absent: append wherever it ends. */
  expectHead?: string | null;
  durability?: Durability;
  signal?: AbortSignal;
}

/** Why recorded bytes are not served; the words of `VerifyReason`, and `replaced`: another event is in its place. */
export type UnavailableReason =
  | 'unreadable_line'
  | 'seq_mismatch'
  | 'hash_mismatch'
  | 'previous_hash_mismatch'
  | 'cut_tail'
  | 'replaced'
  /** A line of a shared file that its writer did not sign. */
  | 'unsigned'
  /** The projection quotes it with words that differ from the log. */
  | 'misquoted';

/** An event that the log does not contain as it was sealed. Its text is never served. */
export interface UnavailableEvent {
  session: string;
  seq: number;
  /** The last one, if several in a row are unavailable for one reason. */
  last?: number;
  reason: UnavailableReason;
  /** A clause for a person, without a full stop. */
  detail: string;
}

/** The content of one place in a log. `held`: its hash is right, and no neighbouring event contradicts it. */
export type CheckedEvent =
  | { state: 'held'; event: StoredEvent }
  | { state: 'absent' }
  | { state: 'unavailable'; unavailable: UnavailableEvent };

export type OnUnavailable = (unavailable: UnavailableEvent) => void;

export interface ReadOptions {
  /** Inclusive window of sequence numbers. */
  fromSeq?: number;
  toSeq?: number;
  limit?: number;
  /**
   * The caller reads only events of these types. A store may omit any other event and its problems; without a window, a
   * store on disk does.
   */
  types?: readonly string[];
  /** Called for invalid events in the window, which are never returned. */
  onUnavailable?: OnUnavailable;
}

/** The position of a follower of a session. `position` is the driver's own and opaque; seq and hash decide. */
export interface Cursor {
  seq: number;
  hash: string;
  position: string;
}

export interface ReadBatchOptions {
  /** Absent: from the first event. A cursor whose hash is no longer in the log throws `conflict`. */
  after?: Cursor;
  maxEvents?: number;
  /** As in `ReadOptions`. Called before the events that follow are handed out. */
  onUnavailable?: OnUnavailable;
}

export interface EventBatch {
  events: StoredEvent[];
  cursor: Cursor;
}

/** The first broken place of a log, or none. Reasons are stable words. */
export interface VerifyReport {
  ok: boolean;
  total_events: number;
  broken_at_seq: number | null;
  broken_reason: VerifyReason | null;
  detail: string | null;
  head: Head | null;
  /** Lines whose content was forgotten, each certified by a `memory.forgotten` event. */
  shredded: number;
  /** Torn tails and cut tails that a later writer recorded in the log. */
  recovered: number;
  /** Events whose bytes are those of an earlier verification and were not hashed again one by one. */
  trusted_prefix: number;
  /** Events that were lost from the end of the log before a later writer recorded the loss and continued. */
  lost: LostEvents[];
}

export interface LostEvents {
  from_seq: number;
  to_seq: number;
  /** The `log.recovered` event about it. */
  recorded_at_seq: number;
  /** Whether a person acknowledged it (`hookloom log acknowledge`). */
  acknowledged: boolean;
}

export type VerifyReason =
  | 'unreadable_line'
  | 'seq_mismatch'
  | 'hash_mismatch'
  | 'previous_hash_mismatch'
  | 'first_event_has_previous'
  | 'incomplete_batch'
  | 'torn_tail'
  | 'cut_tail'
  | 'unvouched_shredding'
  | 'checkpoint_mismatch'
  /** The bytes are intact, but this installation knows of events that are missing from them. */
  | 'rolled_back'
  | 'forked'
  | 'cut'
  | 'replaced'
  | 'deleted'
  | 'rewritten';

export interface Checkpoint {
  session: string;
  seq: number;
  hash: string;
}

/** The log of events. Every driver passes `packages/log/test/event-store-contract.ts`. */
export interface EventStore {
  readonly caps: { durability: readonly Durability[]; multiProcess: boolean };
  append(
    session: string,
    events: UnsealedEvent[],
    options?: AppendOptions,
  ): Promise<AppendResult[]>;
  /** @param since The follower's position: a driver that knows of no change since then may return it. */
  head(session: string, since?: Cursor): Promise<Head | null>;
  /** The sessions of a team's files, read in addition to the log. They are never written through the store. */
  shared?(): string[];
  /** Only valid events, in order. */
  read(session: string, options?: ReadOptions): AsyncIterable<StoredEvent>;
  /** For followers: committed events in order, a batch at a time, starting in O(1) from a cursor. Ends at the head. */
  readBatches(session: string, options?: ReadBatchOptions): AsyncIterable<EventBatch>;
  /**
   * One event, or null. The cost does not grow with the log if the driver has an index. Throws `corrupt` for an event
   * with an invalid hash or link.
   */
  at(session: string, seq: number): Promise<StoredEvent | null>;
  /** The same for several events at once, with an invalid event as a value. Every requested seq has an entry. */
  check(session: string, seqs: readonly number[]): Promise<ReadonlyMap<number, CheckedEvent>>;
  sessions(): Promise<{ session: string; head: Head | null }[]>;
  verify(
    session: string,
    options?: { incremental?: boolean; withinMs?: number; against?: Checkpoint },
  ): Promise<VerifyReport>;
  close(): Promise<void>;
}
