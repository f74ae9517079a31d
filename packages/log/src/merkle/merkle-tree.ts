/** All leaves of a tree in memory (32 bytes each, and as much again for the nodes), for roots of the past and proofs. */
import { HookloomError } from '@hookloom/core/errors';
import { leafHash, nodeHash, rootOf, EMPTY_RANGE } from './compact-range.ts';

/** Proofs are lists of hashes as in RFC 6962 §2.1.1 and §2.1.2, 64 hex each. */
export interface MerkleTree {
  readonly size: number;
  /** @param chainHash `sha256:` + 64 hex of the next event. */
  append(chainHash: string): void;
  /** The root when the log had `size` events. Default: now. */
  root(size?: number): string;
  /** That the event of `seq` (from 1) is in the log of `size` events. */
  inclusionProof(seq: number, size?: number): string[];
  /** That the log of `size` events begins with the log of `earlier` events. */
  consistencyProof(earlier: number, size?: number): string[];
}

const BYTES = 32;

/** @example const tree = createMerkleTree(); for (const { hash } of readEvents(path)) tree.append(hash); */
export function createMerkleTree(): MerkleTree {
  /** `levels[k]` holds the roots of all perfect subtrees of 2^k leaves, one after another. */
  const levels: { bytes: Buffer; count: number }[] = [];

  function push(depth: number, node: string): void {
    const level = (levels[depth] ??= { bytes: Buffer.alloc(BYTES * 16), count: 0 });
    if ((level.count + 1) * BYTES > level.bytes.length) {
      const larger = Buffer.alloc(level.bytes.length * 2);
      level.bytes.copy(larger);
      level.bytes = larger;
    }
    level.bytes.write(node, level.count * BYTES, 'hex');
    level.count++;
    if (level.count % 2 === 0)
      push(depth + 1, nodeHash(nodeAt(depth, level.count - 2), nodeAt(depth, level.count - 1)));
  }

  function nodeAt(depth: number, index: number): string {
    return levels[depth]!.bytes.toString('hex', index * BYTES, (index + 1) * BYTES);
  }

  /** MTH(D[from:to]); `from` is a multiple of the largest power of two below the width. */
  function subtree(from: number, to: number): string {
    const width = to - from;
    const depth = Math.log2(width);
    if (Number.isInteger(depth)) return nodeAt(depth, from / width);
    const half = largestPowerBelow(width);
    return nodeHash(subtree(from, from + half), subtree(from + half, to));
  }

  function path(index: number, from: number, to: number): string[] {
    if (to - from === 1) return [];
    const middle = from + largestPowerBelow(to - from);
    return index < middle
      ? [...path(index, from, middle), subtree(middle, to)]
      : [...path(index, middle, to), subtree(from, middle)];
  }

  function subproof(earlier: number, from: number, to: number, whole: boolean): string[] {
    if (earlier === to) return whole ? [] : [subtree(from, to)];
    const middle = from + largestPowerBelow(to - from);
    return earlier <= middle
      ? [...subproof(earlier, from, middle, whole), subtree(middle, to)]
      : [...subproof(earlier, middle, to, false), subtree(from, middle)];
  }

  const sizeNow = () => levels[0]?.count ?? 0;
  const within = (value: number, from: number, to: number): number => {
    if (Number.isSafeInteger(value) && value >= from && value <= to) return value;
    throw new HookloomError(
      'invalid_request',
      `The tree has no place ${value}: it goes from ${from} to ${to}.`,
      'Ask for a size or seq that the log has reached.',
    );
  };

  return {
    get size() {
      return sizeNow();
    },
    append(chainHash) {
      push(0, leafHash(chainHash));
    },
    root(size = sizeNow()) {
      within(size, 0, sizeNow());
      return size === 0 ? rootOf(EMPTY_RANGE) : subtree(0, size);
    },
    inclusionProof(seq, size = sizeNow()) {
      within(size, 1, sizeNow());
      return path(within(seq, 1, size) - 1, 0, size);
    },
    consistencyProof(earlier, size = sizeNow()) {
      within(size, 0, sizeNow());
      within(earlier, 0, size);
      return earlier === 0 ? [] : subproof(earlier, 0, size, true);
    },
  };
}

/** The largest power of two smaller than `n`, for n >= 2. */
function largestPowerBelow(n: number): number {
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
}
