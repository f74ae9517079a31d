/** What a note of a delivery holds, and what it is compared with. */

/** 8 bytes of the digest, the offset of the line, when it was delivered. */
export const NOTE_BYTES = 24;

/** What is looked for. */
export interface Key {
  scope: string;
  /** Hex; the first 16 are stored. */
  digest: string;
  /** Does the event with this id belong to the delivery? */
  matches(id: string): boolean;
  windowMs: number;
  /** When it was delivered first, which is not when it is appended: it may have waited in the inbox. */
  atMs: number;
}

export function isInside({ atMs, windowMs }: Key, otherMs: number): boolean {
  return Math.abs(atMs - otherMs) <= windowMs;
}
