/** A client's standard input, and how long to wait for it. */

export interface Input {
  /** The received bytes; the beginning of an oversized payload. */
  bytes: Buffer;
  /** How many bytes arrived. */
  size: number;
  /** `end`: all of it. `deadline`: only a part arrived in time. `oversized`: more than the limit. `none`: nothing arrived. */
  ended: 'end' | 'deadline' | 'oversized' | 'none';
  /** Texts of the outermost fields of an incomplete payload, if they were searched for. */
  fields?: Record<string, string>;
}

export interface ReadLimits {
  maxBytes: number;
  /** How long to wait for the first byte. */
  firstMs: number;
  /** How long to wait after a byte for the next. */
  idleMs: number;
  /** The command names the event, so that its handlers are known before the payload arrives. */
  isNamed: boolean;
  /** Called once, when that time is over: how much longer to wait for handlers that need the rest. */
  neededFor(fields: Record<string, string>): Promise<NeededInput>;
}

/** How long to wait for the rest of a payload; 0 and 0: not at all. */
export interface NeededInput {
  /** Milliseconds after the last byte. */
  idleMs: number;
  /** Milliseconds in total, from the call. */
  totalMs: number;
}

/** The bytes that have arrived so far. */
export interface Arriving extends ReadLimits {
  chunks: Buffer[];
  size: number;
  /** Epoch milliseconds of the last byte. */
  lastMs: number;
  isDone: boolean;
  /** Receives the next bytes; `undefined` at the end. */
  take(chunk: Buffer | undefined): void;
  finish(ended: Input['ended'], fields?: Record<string, string>): void;
}
