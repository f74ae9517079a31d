/** Hashes a sealed line again in the page, with the code that sealed it, so that you need not trust the worker. */
import { canonicalize, inlineSha256Hex } from '@hookloom/core';
import type { JsonObject } from './types.ts';

export type Verdict =
  | { state: 'whole'; hash: string; bytes: number }
  | { state: 'differs'; hash: string; stored: string }
  | { state: 'unchecked'; why: string };

/**
 * @param line The line in the log; null if it was not returned.
 * @param cited Hex of the citation that was followed.
 */
export function verifyLine(line: string | null, cited: string): Verdict {
  if (line === null)
    return {
      state: 'unchecked',
      why: 'The content is not there to be hashed: it was forgotten, or is too long.',
    };
  try {
    const { integrity, ...event } = JSON.parse(line) as JsonObject & { integrity?: JsonObject };
    if (integrity?.['canonicalization'] !== 'rfc8785')
      return {
        state: 'unchecked',
        why: 'An older writer sealed this line; `hookloom verify` knows its form.',
      };
    const text = canonicalize({ event, previousHash: integrity['previousHash'] ?? null });
    const bytes = new TextEncoder().encode(text);
    const hash = `sha256:${inlineSha256Hex(bytes)}`;
    const stored = typeof integrity['hash'] === 'string' ? integrity['hash'] : '';
    return hash === stored && hash.slice('sha256:'.length).startsWith(cited)
      ? { state: 'whole', hash, bytes: bytes.length }
      : { state: 'differs', hash, stored };
  } catch {
    return { state: 'unchecked', why: 'The line cannot be read as JSON.' };
  }
}
