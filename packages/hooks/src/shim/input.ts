/** What a client sends on standard input, and how long it is waited for. */

export interface Input {
  /** What arrived; of an oversized payload its beginning. */
  bytes: Buffer;
  /** How many bytes arrived. */
  size: number;
  /** `end`: all of it. `deadline`: only a part came in time. `oversized`: more than the limit. `none`: nothing came. */
  ended: 'end' | 'deadline' | 'oversized' | 'none';
  /** Texts of the outermost fields of what is not whole, where they were looked for. */
  fields?: Record<string, string>;
}

export interface ReadLimits {
  maxBytes: number;
  /** How long to wait for the first byte. */
  firstMs: number;
  /** How long to wait after a byte for the next. */
  idleMs: number;
  /** The command names the event, so that handlers for it are known before the payload comes. */
  isNamed: boolean;
  /** Asked once, when that is over: how long to go on waiting for who needs the rest. */
  neededFor(fields: Record<string, string>): Promise<NeededInput>;
}

/** How long the rest of a payload is needed; 0 and 0: not at all. */
export interface NeededInput {
  /** Milliseconds after the last byte. */
  idleMs: number;
  /** Milliseconds in all, from when it was asked. */
  totalMs: number;
}

/** What has arrived so far. */
export interface Arriving extends ReadLimits {
  chunks: Buffer[];
  size: number;
  /** Epoch milliseconds of the last byte. */
  lastMs: number;
  isDone: boolean;
  /** Takes the next bytes; `undefined`: no more come. */
  take(chunk: Buffer | undefined): void;
  finish(ended: Input['ended'], fields?: Record<string, string>): void;
}
