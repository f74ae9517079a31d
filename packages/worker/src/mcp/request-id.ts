/**
 * Finds the `id` of a JSON-RPC request without parsing it, so that a message that is too large still gets an answer
 * instead of a timeout.
 */
import { attempt } from '@hookloom/core';

export type RequestId = string | number;

const MAX_ID_BYTES = 512;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export type RequestIdScanner = ReturnType<typeof createRequestIdScanner>;

/** Scans one message, in constant memory. */
export function createRequestIdScanner() {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  /** The string or bare value being read at depth 1; null while its text does not matter. */
  let token: number[] | null = null;
  let key: string | null = null;
  let isValue = false;
  let id: RequestId | null = null;

  function endToken(): void {
    const text = token === null ? '' : Buffer.from(token).toString('utf8').trim();
    token = null;
    if (text === '') return;
    if (isValue) {
      if (key === 'id') id ??= asRequestId(text);
    } else key = asRequestId(text) as string | null;
  }

  function step(byte: number): void {
    if (isInString) {
      keep(byte);
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) isInString = false;
      return;
    }
    switch (byte) {
      case QUOTE:
        isInString = true;
        if (depth === 1) token = [byte];
        return;
      case 0x7b: // {
      case 0x5b: // [
        depth++;
        return;
      case 0x7d: // }
      case 0x5d: // ]
        if (depth === 1) endToken();
        depth--;
        return;
      case 0x3a: // :
        if (depth === 1) {
          endToken();
          isValue = true;
          token = [];
        }
        return;
      case 0x2c: // ,
        if (depth === 1) {
          endToken();
          isValue = false;
        }
        return;
      default:
        keep(byte);
    }
  }

  function keep(byte: number): void {
    if (depth === 1 && token !== null && token.length < MAX_ID_BYTES) token.push(byte);
  }

  return {
    /** The next bytes of the message, in order. */
    push(bytes: Uint8Array) {
      if (id !== null) return;
      for (const byte of bytes) step(byte);
    },
    /** The id at the top level of the message, or null if none was seen (yet). */
    found: (): RequestId | null => id,
  };
}

function asRequestId(text: string): RequestId | null {
  return attempt(() => {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' || typeof value === 'number' ? value : null;
  });
}
