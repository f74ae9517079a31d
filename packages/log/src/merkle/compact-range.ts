/**
 * The RFC 6962 Merkle tree of a session, grown leaf by leaf: the leaf of an event is its chain hash (32 bytes). Only the
 * roots of the perfect subtrees are kept, so a million events need twenty hashes, and the state can be stored and
 * continued.
 */
import { hash } from 'node:crypto';
import { HookloomError } from '@hookloom/core/errors';

/** Largest tree: beyond it sizes are not exact numbers any more. */
const MAX_SIZE = Number.MAX_SAFE_INTEGER;

/** `hashes` are the roots of the perfect subtrees, largest first: one per set bit of `size`. 64 hex each. */
export interface CompactRange {
  size: number;
  hashes: string[];
}

export const EMPTY_RANGE: CompactRange = { size: 0, hashes: [] };

/** RFC 6962 §2.1: SHA-256 of 0x00 and the leaf's bytes. `chainHash` is `sha256:` + 64 hex, or the bare hex. */
export function leafHash(chainHash: string): string {
  const hex = chainHash.replace(/^sha256:/, '');
  if (!/^[0-9a-f]{64}$/.test(hex)) throw malformed('a leaf is not a SHA-256');
  return hashBytes(`00${hex}`);
}

/** RFC 6962 §2.1: SHA-256 of 0x01 and both children. */
export function nodeHash(left: string, right: string): string {
  return hashBytes(`01${left}${right}`);
}

/** The range with one more leaf. The given one stays as it is. */
export function appendLeaf({ size, hashes }: CompactRange, leaf: string): CompactRange {
  if (size >= MAX_SIZE) throw malformed('the tree is too large');
  const grown = [...hashes];
  let node = leaf;
  // Every trailing one-bit of the size is a perfect subtree that the new leaf completes into a larger one.
  for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2))
    node = nodeHash(grown.pop()!, node);
  return { size: size + 1, hashes: [...grown, node] };
}

/** The root (Merkle Tree Hash). The empty tree has the SHA-256 of nothing. */
export function rootOf({ hashes }: CompactRange): string {
  if (hashes.length === 0) return hashBytes('');
  return hashes.reduceRight((right, left) => nodeHash(left, right));
}

/** Reads a stored range; throws `corrupt` when it cannot be one. */
export function parseCompactRange(value: unknown): CompactRange {
  const { size, hashes } = (value ?? {}) as Partial<CompactRange>;
  const whole =
    Number.isSafeInteger(size) &&
    size! >= 0 &&
    Array.isArray(hashes) &&
    hashes.length === ones(size!) &&
    hashes.every((one) => typeof one === 'string' && /^[0-9a-f]{64}$/.test(one));
  if (whole) return { size: size!, hashes: [...hashes] };
  throw new HookloomError(
    'corrupt',
    'The stored tree is malformed.',
    'Build it anew from the log.',
  );
}

function ones(size: number): number {
  let count = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}

function hashBytes(hex: string): string {
  return hash('sha256', Buffer.from(hex, 'hex'), 'hex');
}

function malformed(what: string): HookloomError {
  return new HookloomError(
    'invalid_request',
    `The tree was refused: ${what}.`,
    'Give chain hashes of a log.',
  );
}
