/** The RFC 6962 tree of `compact-range.ts`, grown in place: for a verification that passes every event of a log. */
import { hash } from 'node:crypto';
import { rootOf } from './compact-range.ts';

export interface GrowingTree {
  readonly size: number;
  /** @param chainHash 64 hex. */
  add(chainHash: string): void;
  /** 64 hex. */
  root(): string;
}

const HASH_BYTES = 32;

export function createGrowingTree(): GrowingTree {
  /** Roots of the perfect subtrees, largest first. */
  const roots: string[] = [];
  const leaf = Buffer.alloc(1 + HASH_BYTES, 0x00);
  const node = Buffer.alloc(1 + 2 * HASH_BYTES, 0x01);
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(chainHash) {
      leaf.write(chainHash, 1, 'hex');
      let grown = hash('sha256', leaf, 'hex');
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
        node.write(roots.pop()!, 1, 'hex');
        node.write(grown, 1 + HASH_BYTES, 'hex');
        grown = hash('sha256', node, 'hex');
      }
      roots.push(grown);
      size += 1;
    },
    root: () => rootOf({ size, hashes: roots }),
  };
}
