/** Reads what an append needs from the last line, in any of the forms that a log may end with. */
import { attempt, canonicalize, isJsonObject, sha256Hex, type JsonObject } from '@hookloom/core';
import {
  isCount,
  isHash,
  MAX_LINE_BYTES,
  ownLine,
  parseObject,
  type TailLine,
} from './own-line.ts';

/** Null if the bytes are not an envelope of a known form. */
export function parseTailLine(bytes: Buffer): TailLine | null {
  const event = bytes.length > MAX_LINE_BYTES ? null : parseObject(bytes);
  if (event === null) return null;
  const { integrity, payload, id } = event;
  if (!isJsonObject(integrity)) return legacyLine(event);
  if (Object.keys(integrity).length !== 2) return ownLine(event);
  const { hash, previousHash } = integrity;
  if (!isHash(hash) || typeof id !== 'string' || !isJsonObject(payload)) return null;
  if (previousHash !== null && !isHash(previousHash)) return null;
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

/** True if the bytes are a complete event in our own form, sealed after this head: only its newline is missing. */
export function sealsOver(bytes: Buffer, head: { seq: number; hash: string | null }): boolean {
  const line = parseTailLine(bytes);
  if (line === null || !line.own || line.seq !== head.seq + 1 || line.previousHash !== head.hash)
    return false;
  const { integrity: _, ...event } = parseObject(bytes)!;
  return attempt(
    () => line.hash === `sha256:${sha256Hex(canonicalize({ event, previousHash: head.hash }))}`,
    false,
  );
}

/** Only spaces and line ends. */
export function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 10 || byte === 13 || byte === 32 || byte === 9);
}
