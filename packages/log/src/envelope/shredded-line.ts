/** A line whose content was forgotten: unchanged except for the payload's value. */
import { canonicalize, sha256Hex, type JsonObject } from '@hookloom/core';
import { entryOf, scanJson } from './legacy-scan.ts';
import type { Batch } from './parse.ts';

/**
 * One event in the payload of `memory.forgotten`.
 * - `digest`: `sha256:` + hex over a random salt and the canonical payload. The salt is not stored, so nobody can test
 *   guesses against the digest. It ties the line to this event.
 * - `frame`: `sha256:` + hex over the line with the payload's value cut out. The payload's own hash cannot be
 * computed any more; the frame protects who, when, what type and the seal with a hash.
 */
export interface ForgottenEntry {
  id: string;
  seq: number;
  digest: string;
  frame: string;
}

/**
 * The line with `{"__shredded":{by,digest}}` for its payload. `__batch` stays, or the batch would never be complete.
 */
export function shredLine(
  text: string,
  shredded: { by: string; digest: string },
  batch: Batch | null,
): string {
  const { start, end } = payloadSpan(text);
  const { by, digest } = shredded;
  const payload: JsonObject = { __shredded: { by, digest } };
  if (batch !== null) payload['__batch'] = { first: batch.first, size: batch.size };
  return text.slice(0, start) + canonicalize(payload) + text.slice(end);
}

/** The hash of the parts of a line that stay when its content is forgotten. Equal before and after. */
export function frameDigest(text: string): string {
  const { start, end } = payloadSpan(text);
  return `sha256:${sha256Hex(`${text.slice(0, start)}\n${text.slice(end)}`)}`;
}

/** The text of the payload's value. */
export function payloadText(text: string): string {
  const { start, end } = payloadSpan(text);
  return text.slice(start, end);
}

function payloadSpan(text: string): { start: number; end: number } {
  const scanned = scanJson(text);
  const payload = scanned.ok ? entryOf(scanned.root, 'payload') : undefined;
  if (payload === undefined) throw new TypeError('not a line of a log');
  return payload;
}
