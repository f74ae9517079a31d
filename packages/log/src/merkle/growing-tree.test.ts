import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createGrowingTree } from './growing-tree.ts';

const sha = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const leaves = Array.from({ length: 70 }, (_, n) => sha(Buffer.from(`event ${n}`)).toString('hex'));

/** RFC 6962 §2.1, literally. */
function naive(of: string[]): Buffer {
  if (of.length === 0) return sha();
  if (of.length === 1) return sha(Buffer.from([0]), Buffer.from(of[0]!, 'hex'));
  let k = 1;
  while (k * 2 < of.length) k *= 2;
  return sha(Buffer.from([1]), naive(of.slice(0, k)), naive(of.slice(k)));
}

test('computes the root of RFC 6962 at every size', () => {
  const tree = createGrowingTree();
  for (const [size, leaf] of [...leaves, ''].entries()) {
    expect(tree.size).toBe(size);
    expect(tree.root()).toBe(naive(leaves.slice(0, size)).toString('hex'));
    if (leaf !== '') tree.add(leaf);
  }
});
