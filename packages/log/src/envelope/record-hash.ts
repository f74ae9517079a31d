/**
 * Whether the content of a normalised record matches the hash that the record names. The record may come from anywhere.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { legacyHashes, v1LegacyHashes } from './legacy-hash.ts';
import { scanJson, type JsonNode } from './legacy-scan.ts';
import { hashOf } from './event-hash.ts';

export type RecordCheck =
  | 'held'
  /** An older writer sealed the text of its numbers, such as `1.0`. A record contains only their value. */
  | 'unknown'
  | { fault: string };

/** @example checkRecord({ …record, payload: { decision: 'edited' } }) // { fault: 'its content does not give its hash' } */
export function checkRecord(record: JsonObject): RecordCheck {
  const { hash, prev_hash: previous = null, envelope_version: form, payload } = record;
  if (!isHash(hash)) return { fault: 'it names no hash' };
  if (previous !== null && !isHash(previous)) return { fault: 'its prev_hash is not a SHA-256' };
  if (!isJsonObject(payload)) return { fault: 'payload is not an object' };
  const wanted = `sha256:${hash}`;
  try {
    if (form === undefined || form === 'hookloom.v1')
      return hashOf(ownEnvelope(record)) === wanted ? 'held' : CHANGED;
    if (olderHashes(record).includes(wanted)) return 'held';
    return holdsNumber(payload) ? 'unknown' : CHANGED;
  } catch {
    // A value that cannot be canonicalized was never sealed.
    return CHANGED;
  }
}

const CHANGED = { fault: 'its content does not give its hash' };
const HEX = /^[0-9a-f]{64}$/;

function isHash(value: unknown): value is string {
  return typeof value === 'string' && HEX.test(value);
}

function ownEnvelope(record: JsonObject): JsonObject {
  const { payload, security, origin, sealed_origin: sealed = origin, batch } = record;
  return envelope(record, {
    ...(payload as JsonObject),
    __zaxy_security: security ?? null,
    __origin: sealed ?? null,
    ...(batch !== undefined && { __batch: batch }),
  });
}

/** Older lines have their label next to the payload or in it. */
function olderHashes(record: JsonObject): string[] {
  const { payload, security = null, envelope_version: form } = record;
  const labelled =
    security === null
      ? (payload as JsonObject)
      : { ...(payload as JsonObject), __zaxy_security: security };
  if (form !== 'zaxy.legacy') return v1LegacyHashes(scanned(envelope(record, labelled)));
  return [
    ...legacyHashes(scanned(legacyLine(record, { security }))),
    ...legacyHashes(scanned(legacyLine(record, { payload: labelled }))),
  ];
}

function scanned(line: JsonObject): JsonNode {
  const found = scanJson(JSON.stringify(line));
  return found.ok ? found.root : { kind: 'literal', raw: 'null', start: 0, end: 0 };
}

function envelope(record: JsonObject, payload: JsonObject): JsonObject {
  const { id, type, actor, thread, timestamp, parent_event_id: parent, caused_by: causes } = record;
  const previous = record['prev_hash'] ?? null;
  return {
    id: id!,
    type: type!,
    actorId: actor!,
    threadId: thread!,
    timestamp: timestamp!,
    payload,
    parentEventId: parent ?? null,
    causedBy: causes ?? [],
    integrity: { previousHash: previous === null ? null : `sha256:${previous as string}` },
  };
}

function legacyLine(record: JsonObject, more: JsonObject): JsonObject {
  const keys = ['seq', 'timestamp', 'type', 'actor', 'thread', 'payload', 'prev_hash'];
  const fields = keys.map((key) => [key, record[key] ?? null] as const);
  return { ...Object.fromEntries(fields), ...more };
}

function holdsNumber(value: JsonValue): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNumber);
}
