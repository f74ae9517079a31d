/**
 * The RFC 6962 Merkle tree of a session, grown leaf by leaf: the leaf of an event is its chain hash (32 bytes). It keeps
 * only the roots of the perfect subtrees, so a million events need twenty hashes.
 */
import { hash } from 'node:crypto';

const HASH_BYTES = 32;

export function createGrowingTree() {
  /** Roots of the perfect subtrees, largest first. */
  const roots: string[] = [];
  const leaf = Buffer.alloc(1 + HASH_BYTES, 0x00);
  const node = Buffer.alloc(1 + 2 * HASH_BYTES, 0x01);
  let size = 0;
  return {
    get size() {
      return size;
    },
    /** @param chainHash 64 hex. */
    add(chainHash: string) {
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
    /** 64 hex. */
    root() {
      if (roots.length === 0) return hash('sha256', '', 'hex');
      return roots.reduceRight((right, left) => {
        node.write(left, 1, 'hex');
        node.write(right, 1 + HASH_BYTES, 'hex');
        return hash('sha256', node, 'hex');
      });
    },
  };
}
