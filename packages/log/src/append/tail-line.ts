/** What an append needs of the last line, in any of the forms a log may end with (zaxy.md §1.2 to §1.4). */
import { canonicalize } from '@hookloom/core/canonical-json';
import { isJsonObject, type JsonObject } from '@hookloom/core/json';
import { sha256Hex } from '@hookloom/core/sha256';

export interface TailLine {
  /** Null for a v1 line whose id does not carry it: then it is the line's number. */
  seq: number | null;
  /** With the prefix `sha256:`. */
  hash: string;
  previousHash: string | null;
  id: string;
  batch: { first: number; size: number } | null;
  /** Our own envelope, not one of the older forms. */
  own: boolean;
}

/** Readers take nothing longer for an event. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;
const MAX_BATCH_SIZE = 10_000;

const HASH = /^sha256:[0-9a-f]{64}$/;

/** Null when the bytes are no envelope of a known form. */
export function parseTailLine(bytes: Buffer): TailLine | null {
  const event = bytes.length > MAX_LINE_BYTES ? null : parseObject(bytes);
  if (event === null) return null;
  const { integrity, payload, id } = event;
  if (!isJsonObject(integrity)) return legacyLine(event);
  const { hash, previousHash } = integrity;
  if (
    typeof hash !== 'string' ||
    !HASH.test(hash) ||
    typeof id !== 'string' ||
    !isJsonObject(payload)
  )
    return null;
  if (previousHash !== null && (typeof previousHash !== 'string' || !HASH.test(previousHash)))
    return null;
  if (Object.keys(integrity).length === 2) {
    const zaxy = /^evt_zaxy_(\d{12})_/.exec(id);
    return {
      seq: zaxy === null ? null : Number(zaxy[1]),
      hash,
      previousHash,
      id,
      batch: null,
      own: false,
    };
  }
  const { seq } = integrity;
  if (!isCount(seq) || integrity['canonicalization'] !== 'rfc8785') return null;
  return { seq, hash, previousHash, id, batch: batchOf(payload, seq), own: true };
}

function legacyLine(event: JsonObject): TailLine | null {
  const { seq, hash, prev_hash: previous, id } = event;
  if (!isCount(seq) || typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return null;
  const previousHash =
    typeof previous === 'string' ? `sha256:${previous.replace(/^sha256:/, '')}` : null;
  return {
    seq,
    hash: `sha256:${hash}`,
    previousHash,
    id: typeof id === 'string' ? id : '',
    batch: null,
    own: false,
  };
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

/** True when the bytes are a whole envelope of our own form that seals over this head: all of it but its newline. */
export function sealsOver(bytes: Buffer, head: { seq: number; hash: string | null }): boolean {
  const line = parseTailLine(bytes);
  if (line === null || !line.own || line.seq !== head.seq + 1 || line.previousHash !== head.hash)
    return false;
  const { integrity: _, ...event } = parseObject(bytes)!;
  try {
    return line.hash === `sha256:${sha256Hex(canonicalize({ event, previousHash: head.hash }))}`;
  } catch {
    return false;
  }
}

function parseObject(bytes: Buffer): JsonObject | null {
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'));
    return isJsonObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

/** Only spaces and line ends. */
export function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 10 || byte === 13 || byte === 32 || byte === 9);
}
