/** The fields of a line in our own envelope that an append needs. */
import { isJsonObject, type JsonObject, parseJsonObject } from '@hookloom/core';

export interface TailLine {
  /** Null for a v1 line whose id does not contain it: then it is the line's number. */
  seq: number | null;
  /** With the prefix `sha256:`. */
  hash: string;
  previousHash: string | null;
  id: string;
  batch: { first: number; size: number } | null;
  /** Our own envelope, not one of the older forms. */
  own: boolean;
}

/** Readers accept no longer line as an event. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;
const MAX_BATCH_SIZE = 10_000;

/** Null when the event has another form. */
export function ownLine(event: JsonObject): TailLine | null {
  const { integrity, payload, id } = event;
  if (!isJsonObject(integrity) || !isJsonObject(payload) || typeof id !== 'string') return null;
  const { seq, hash, previousHash, canonicalization } = integrity;
  if (!isCount(seq) || canonicalization !== 'rfc8785' || !isHash(hash)) return null;
  if (previousHash !== null && !isHash(previousHash)) return null;
  return { seq, hash, previousHash, id, batch: batchOf(payload, seq), own: true };
}

/** `sha256:` and 64 hex. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && value.length === 71 && /^sha256:[0-9a-f]{64}$/.test(value);
}

function batchOf(payload: JsonObject, seq: number): TailLine['batch'] {
  const batch = payload['__batch'];
  if (!isJsonObject(batch)) return null;
  const { first, size } = batch;
  if (
    !isCount(first) ||
    !isCount(size) ||
    size > MAX_BATCH_SIZE ||
    seq < first ||
    seq >= first + size
  )
    return null;
  return { first, size };
}

/** Null for anything that is not a JSON object. */
export function parseObject(bytes: Buffer): JsonObject | null {
  return parseJsonObject(bytes.toString('utf8'));
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}
