/** Digests that identify a delivery. Uses only the ends and length of long texts, so it loads no crypto module. */
import { INLINE_LIMIT_BYTES, sha256Hex } from '../sha256.ts';

/** Characters of each end: four bytes each at most, plus space for the length. */
const END_CHARS = Math.floor(INLINE_LIMIT_BYTES / 8) - 8;

/** 32 hex characters that distinguish texts, in time that does not grow with the text. */
export function contentDigest(text: string): string {
  const seen =
    text.length <= 2 * END_CHARS
      ? text
      : `${text.length}\n${text.slice(0, END_CHARS)}\n${text.slice(-END_CHARS)}`;
  return sha256Hex(seen.toWellFormed()).slice(0, 32);
}
