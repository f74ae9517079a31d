import type { PreparedEvent } from '../envelope/seal.ts';

/** The content of a delivery note, and what it is compared with. */

/** 8 bytes of the digest, the offset of the line, when it was delivered. */
export const NOTE_BYTES = 24;

/** The value to search for. */
export interface Key {
  scope: string;
  /** Hex; the first 16 are stored. */
  digest: string;
  /** Does the event with this id belong to the delivery? */
  matches(id: string): boolean;
  windowMs: number;
  /** When it was first delivered, which may be before it is appended: it may have waited in the inbox. */
  atMs: number;
}

export function isInside({ atMs, windowMs }: Key, otherMs: number): boolean {
  return Math.abs(atMs - otherMs) <= windowMs;
}

/** Events that are appended together or not at all. */
export interface Group {
  events: PreparedEvent[];
  /** Set for a group that waited in the inbox: it is appended once, however often it is drained. */
  key?: Key;
}
