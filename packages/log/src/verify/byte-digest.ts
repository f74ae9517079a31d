/** The digest of a log's bytes, taken from the very bytes that are verified: read once, hashed as they pass. */
import { createHash, type Hash } from 'node:crypto';
import { readRange, type ByteSource } from '../read/byte-source.ts';

export interface ByteDigest {
  /** Reads like the source, and hashes what is read in order from where the digest ends. */
  readonly source: ByteSource;
  /** Continues hashing up to `offset`, yielding now and then. Returns the digest of everything before it, in hex. */
  upTo(offset: number): Generator<undefined, string>;
  /** Of the bytes up to `offset`, or null when others were hashed. */
  at(offset: number): string | null;
  /** Its state, for one that continues from there. */
  keep(): KeptDigest;
}

/** A digest of the first bytes of a log. */
export interface KeptDigest {
  offset: number;
  hash: Hash;
}

const BYTES_PER_TURN = 8 * 1024 * 1024;

export function createByteDigest(source: ByteSource, from?: KeptDigest): ByteDigest {
  const hash = from?.hash.copy() ?? createHash('sha256');
  let hashed = from?.offset ?? 0;
  return {
    source: {
      sizeBytes: source.sizeBytes,
      read(into, at, length, position) {
        const got = source.read(into, at, length, position);
        if (position === hashed) {
          hash.update(into.subarray(at, at + got));
          hashed += got;
        }
        return got;
      },
    },
    *upTo(offset) {
      while (hashed < offset) {
        const end = Math.min(offset, hashed + BYTES_PER_TURN);
        const before = hashed;
        for (const piece of readRange(source, hashed, end)) {
          hash.update(piece);
          hashed += piece.length;
        }
        if (hashed === before) break;
        yield;
      }
      return hash.copy().digest('hex');
    },
    keep: () => ({ offset: hashed, hash: hash.copy() }),
    at: (offset) => (hashed === offset ? hash.copy().digest('hex') : null),
  };
}
