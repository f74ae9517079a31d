/** One two-way stream of JSON messages to an app-server, over any transport. */

/** A longer message cannot be one that we need: approvals and items stay far below. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
/** Above this, `send` waits until the other side has read. */
export const HIGH_WATER_BYTES = 1024 * 1024;
/** Above this, `send` fails: the other side does not read at all. */
export const MAX_BUFFERED_BYTES = 64 * 1024 * 1024;

export interface TransportEnd {
  /** `closed_by_us`, `ended` (the other side), `failed`. */
  reason: 'closed_by_us' | 'ended' | 'failed';
  /** For a person: exit status, close code, the end of the standard error. Untrusted text. */
  detail: string;
}

export interface Transport {
  /**
   * Sends one message, at once and in order; the promise waits while more than `HIGH_WATER_BYTES` are unread. Throws
   * `unavailable` once the stream has ended.
   */
  send(text: string): Promise<void>;
  /** The only listener. Set it directly after creating the transport, before the first message can arrive. */
  onMessage(listener: (text: string) => void): void;
  /** Called once. */
  onClose(listener: (end: TransportEnd) => void): void;
  /** Stops reading. A few messages that were read already may still arrive. */
  pause(): void;
  resume(): void;
  /** Ends the stream, and the process if there is one. Never throws. */
  close(): Promise<void>;
  readonly bufferedBytes: number;
  /** Number of messages that were dropped: too long, or not text. */
  readonly dropped: number;
}
