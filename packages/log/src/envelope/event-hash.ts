/** The slow path: computes the expected hash of one line from its parsed content, and checks its text. */
import { isUtf8 } from 'node:buffer';
import { canonicalize, isJsonObject, sha256Hex, type JsonObject } from '@hookloom/core';
import type { StoredEvent, VerifyReason } from '@hookloom/core/events';
import { legacyHashes, v1LegacyHashes } from './legacy-hash.ts';
import { scanJson } from './legacy-scan.ts';

export type Fault = { reason: VerifyReason; detail: string };

/**
 * Null if the line's own hash is right and its text is as strict as its form requires. The line has been parsed before.
 */
export function findFault(line: Buffer, event: StoredEvent): Fault | null {
  if (!isUtf8(line)) return unreadable('the line is not UTF-8');
  const text = line.toString('utf8');
  const scanned = scanJson(text);
  if (!scanned.ok) return unreadable(scanned.detail);
  if (event.form === 'hookloom.v1') return findCanonicalFault(text, event);
  const hashes =
    event.form === 'zaxy.legacy' ? legacyHashes(scanned.root) : v1LegacyHashes(scanned.root);
  return hashes.includes(event.hash) ? null : wrongHash(event);
}

/**
 * The hash seals the content, the canonical form seals the bytes: only both together reveal every flipped byte
 * (`\u001F` for `\u001f` is the same content).
 */
function findCanonicalFault(text: string, event: StoredEvent): Fault | null {
  const envelope = JSON.parse(text) as JsonObject;
  try {
    if (hashOf(envelope) !== event.hash) return wrongHash(event);
    if (canonicalFields(envelope) !== text) return unreadable('the line is not in canonical form');
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
  return null;
}

/** The hash that this envelope should have: `sha256:` + hex over the canonical form. */
export function hashOf(envelope: JsonObject): string {
  const { integrity, ...event } = envelope;
  const previousHash = isJsonObject(integrity) ? (integrity['previousHash'] ?? null) : null;
  const text = `{"event":${canonicalFields(event)},"previousHash":${canonicalize(previousHash)}}`;
  return `sha256:${sha256Hex(text)}`;
}

/** True if the text is byte for byte the canonical form of its content; false if a key occurs twice. */
export function isCanonical(text: string): boolean {
  try {
    const envelope: unknown = JSON.parse(text);
    return isJsonObject(envelope) && canonicalFields(envelope) === text;
  } catch {
    return false;
  }
}

/** Field by field, like the writer: the nesting limit applies to the payload, not to the envelope. */
function canonicalFields(object: JsonObject): string {
  const fields = Object.keys(object).sort();
  return `{${fields.map((key) => `${canonicalize(key)}:${canonicalize(object[key])}`).join(',')}}`;
}

function wrongHash({ hash }: StoredEvent): Fault {
  return {
    reason: 'hash_mismatch',
    detail: `the content does not match the stored hash ${hash.slice(0, 19)}…`,
  };
}

function unreadable(detail: string): Fault {
  return { reason: 'unreadable_line', detail };
}
