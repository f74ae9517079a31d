/** Finds errors in a message that the protocol library reports badly or not at all. */
import { isJsonObject } from '@hookloom/core';
import { createRequestIdScanner, type RequestId, type RequestIdScanner } from './request-id.ts';

const INVALID_PARAMS = -32602;
const UNSUPPORTED_VERSION = -32022;
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
/** All revisions that this server supports, newest first. */
const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/**
 * The error of an `initialize` with wrong parameters, or of a request with an unsupported protocol version, even if the
 * connection agreed on a supported one before. Otherwise null.
 *
 * @example wrongRequest({ method: 'initialize', params: {} })?.code === -32602
 */
export function wrongRequest(message: unknown) {
  if (!isJsonObject(message)) return null;
  const { method, params } = message;
  if (method === 'initialize') {
    const missing = missingOf(params);
    if (missing === null) return null;
    return { code: INVALID_PARAMS, message: `initialize needs ${missing}.` };
  }
  const requested = fieldOf(fieldOf(params, '_meta'), VERSION_KEY);
  if (requested === undefined || REVISIONS.includes(requested as string)) return null;
  if (typeof requested !== 'string')
    return { code: INVALID_PARAMS, message: `_meta ${VERSION_KEY} must be a string.` };
  return {
    code: UNSUPPORTED_VERSION,
    message: `Unsupported protocol version: ${JSON.stringify(requested.slice(0, 40))}.`,
    data: { supported: REVISIONS.slice(0, 1), requested: requested.slice(0, 40) },
  };
}

function missingOf(params: unknown): string | null {
  if (typeof fieldOf(params, 'protocolVersion') !== 'string') return 'protocolVersion, a string';
  if (!isJsonObject(fieldOf(params, 'capabilities'))) return 'capabilities, an object';
  const client = fieldOf(params, 'clientInfo');
  return typeof fieldOf(client, 'name') === 'string' &&
    typeof fieldOf(client, 'version') === 'string'
    ? null
    : 'clientInfo with name and version';
}

function fieldOf(value: unknown, key: string): unknown {
  return isJsonObject(value) ? value[key] : undefined;
}

/** Largest message accepted from a client, in bytes without its newline. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** One line of the client, or the notice that it was too large. */
export type Line = { kind: 'line'; bytes: Buffer } | { kind: 'oversized'; id: RequestId | null };

const NEWLINE = 0x0a;

/** Splits a byte stream into lines. Never keeps more than `maxBytes` of one line. */
export function createLineReader(maxBytes: number = MAX_MESSAGE_BYTES) {
  let parts: Buffer[] = [];
  let size = 0;
  let oversized: RequestIdScanner | null = null;

  function take(piece: Buffer): void {
    if (oversized !== null) return oversized.push(piece);
    parts.push(piece);
    size += piece.length;
    if (size <= maxBytes) return;
    oversized = createRequestIdScanner();
    for (const part of parts) oversized.push(part);
    parts = [];
  }

  function end(): Line {
    const line: Line =
      oversized === null
        ? { kind: 'line', bytes: Buffer.concat(parts) }
        : { kind: 'oversized', id: oversized.found() };
    parts = [];
    size = 0;
    oversized = null;
    return line;
  }

  return {
    push(chunk: Buffer): Line[] {
      const lines: Line[] = [];
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        take(chunk.subarray(from, at));
        lines.push(end());
        from = at + 1;
      }
      if (from < chunk.length) take(chunk.subarray(from));
      return lines;
    },
  };
}
