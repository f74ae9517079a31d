/** One two-way stream of JSON messages to an app-server, whatever carries it (clients.md §3.4). */

/** A message that is longer cannot be one that we need: approvals and items stay far below. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
/** Above that, `send` waits until the other side has read. */
export const HIGH_WATER_BYTES = 1024 * 1024;
/** Above that, nothing more is taken: the other side does not read at all. */
export const MAX_BUFFERED_BYTES = 64 * 1024 * 1024;

export interface TransportEnd {
  /** `closed_by_us`, `ended` (the other side), `failed`. */
  reason: 'closed_by_us' | 'ended' | 'failed';
  /** For a person: exit status, close code, the end of the standard error. Hostile text. */
  detail: string;
}

export interface Transport {
  /**
   * Hands one message over, at once and in order; the promise waits while more than `HIGH_WATER_BYTES` are unread.
   * Throws `unavailable` once the stream has ended.
   */
  send(text: string): Promise<void>;
  /** One listener, set before the first message can arrive: right after the transport was made. */
  onMessage(listener: (text: string) => void): void;
  /** Called once. */
  onClose(listener: (end: TransportEnd) => void): void;
  /** Stops reading. A few messages that were read already may still arrive. */
  pause(): void;
  resume(): void;
  /** Ends the stream, and the process where there is one. Never throws. */
  close(): Promise<void>;
  readonly bufferedBytes: number;
  /** Messages that were thrown away: too long, or not text. */
  readonly dropped: number;
}
