import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  appendLeaf,
  EMPTY_RANGE,
  leafHash,
  parseCompactRange,
  rootOf,
  type CompactRange,
} from './compact-range.ts';
import { createMerkleTree } from './merkle-tree.ts';
import { provesConsistency, provesInclusion } from './verify-proof.ts';

const sha = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const chainHash = (n: number) => sha(Buffer.from(`event ${n}`)).toString('hex');

/** RFC 6962 §2.1, word for word. */
function naive(leaves: string[]): Buffer {
  if (leaves.length === 0) return sha();
  if (leaves.length === 1) return sha(Buffer.from([0]), Buffer.from(leaves[0]!, 'hex'));
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha(Buffer.from([1]), naive(leaves.slice(0, k)), naive(leaves.slice(k)));
}

const leaves = Array.from({ length: 70 }, (_, n) => chainHash(n));
const tree = createMerkleTree();
for (const leaf of leaves) tree.append(`sha256:${leaf}`);
const at = fc.integer({ min: 1, max: leaves.length });

test('the empty tree has the SHA-256 of nothing', () => {
  const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  expect(rootOf(EMPTY_RANGE)).toBe(nothing);
  expect(createMerkleTree().root()).toBe(nothing);
});

test('leaves and nodes differ in their first byte', () => {
  const leaf = sha(Buffer.from([0]), Buffer.alloc(32));
  expect(leafHash('0'.repeat(64))).toBe(leaf.toString('hex'));
  const two = appendLeaf(appendLeaf(EMPTY_RANGE, leaf.toString('hex')), leaf.toString('hex'));
  expect(rootOf(two)).toBe(sha(Buffer.from([1]), leaf, leaf).toString('hex'));
  expect(() => leafHash('abc')).toThrowError(expect.objectContaining({ code: 'invalid_request' }));
});

test('the root at every size is that of the definition', () => {
  let range: CompactRange = EMPTY_RANGE;
  for (let size = 0; size <= leaves.length; size++) {
    const root = naive(leaves.slice(0, size)).toString('hex');
    expect(rootOf(range)).toBe(root);
    expect(tree.root(size)).toBe(root);
    // Stored and continued at every size.
    if (size < leaves.length)
      range = appendLeaf(
        parseCompactRange(JSON.parse(JSON.stringify(range))),
        leafHash(leaves[size]!),
      );
  }
  expect(range).toMatchObject({ size: 70, hashes: { length: 3 } });
});

test('a stored range that cannot be one is refused', () => {
  for (const value of [
    null,
    {},
    { size: 3, hashes: [] },
    { size: 1, hashes: ['x'] },
    { size: -1, hashes: [] },
    { size: 1.5, hashes: [] },
  ])
    expect(() => parseCompactRange(value)).toThrowError(
      expect.objectContaining({ code: 'corrupt' }),
    );
});

describe('proofs', () => {
  test('every event of every size has one that holds', () => {
    for (let size = 1; size <= 40; size++) {
      const root = tree.root(size);
      for (let seq = 1; seq <= size; seq++) {
        const proof = tree.inclusionProof(seq, size);
        expect(provesInclusion({ chainHash: leaves[seq - 1]!, seq, size, root, proof })).toBe(true);
      }
      for (let earlier = 0; earlier <= size; earlier++) {
        const proof = tree.consistencyProof(earlier, size);
        const claim = { earlier, earlierRoot: tree.root(earlier), size, root, proof };
        expect([claim, provesConsistency(claim)]).toEqual([claim, true]);
      }
    }
  });

  test('the sizes named in RFC 6962 §2.1.3 have proofs of the named lengths', () => {
    expect([1, 4, 5, 7].map((seq) => tree.inclusionProof(seq, 7).length)).toEqual([3, 3, 3, 2]);
    expect([3, 4, 6].map((earlier) => tree.consistencyProof(earlier, 7).length)).toEqual([4, 1, 3]);
  });

  test('one of another event, place, size or root does not hold', () => {
    fc.assert(
      fc.property(at, at, at, fc.nat(3), (a, b, c, which) => {
        const size = Math.max(a, b);
        const seq = Math.min(a, b);
        const claim = {
          chainHash: leaves[seq - 1]!,
          seq,
          size,
          root: tree.root(size),
          proof: tree.inclusionProof(seq, size),
        };
        const other = (c % leaves.length) + 1;
        const forged = [
          { ...claim, chainHash: leaves[other - 1]! },
          { ...claim, seq: other },
          { ...claim, root: tree.root(other) },
          {
            ...claim,
            proof:
              claim.proof.length === 0
                ? [leaves[0]!]
                : claim.proof.with(c % claim.proof.length, leaves[0]!),
          },
        ][which]!;
        const same = [other === seq, other === seq, other === size, false][which];
        expect(provesInclusion(forged)).toBe(same);
      }),
    );
  });

  test('a history that was changed has none', () => {
    fc.assert(
      fc.property(at, at, at, (a, b, changed) => {
        const size = Math.max(a, b);
        const earlier = Math.min(a, b);
        const other = createMerkleTree();
        leaves.forEach((leaf, i) => other.append(i === changed - 1 ? chainHash(-1) : leaf));
        const claim = {
          earlier,
          earlierRoot: tree.root(earlier),
          size,
          root: other.root(size),
          proof: other.consistencyProof(earlier, size),
        };
        expect(provesConsistency(claim)).toBe(
          changed > earlier && (earlier < size || changed > size),
        );
      }),
    );
  });

  test('malformed claims prove nothing', () => {
    const claim = {
      chainHash: leaves[0]!,
      seq: 1,
      size: 4,
      root: tree.root(4),
      proof: tree.inclusionProof(1, 4),
    };
    for (const more of [
      { seq: 0 },
      { seq: 5 },
      { size: 0 },
      { size: 1e300 },
      { chainHash: 'x' },
      { proof: ['x'] },
      { proof: [] },
      { proof: [...claim.proof, leaves[0]!] },
    ])
      expect(provesInclusion({ ...claim, ...more })).toBe(false);
    const consistency = {
      earlier: 2,
      earlierRoot: tree.root(2),
      size: 4,
      root: tree.root(4),
      proof: tree.consistencyProof(2, 4),
    };
    for (const more of [
      { earlier: 5 },
      { earlier: -1 },
      { proof: [] },
      { proof: ['x'] },
      { earlier: 0 },
      { size: 2 },
      { proof: [...consistency.proof, leaves[0]!] },
    ])
      expect(provesConsistency({ ...consistency, ...more })).toBe(false);
  });

  test('places outside of the tree are refused', () => {
    for (const ask of [
      () => tree.root(71),
      () => tree.root(-1),
      () => tree.inclusionProof(0),
      () => tree.inclusionProof(5, 4),
      () => tree.consistencyProof(5, 4),
    ])
      expect(ask).toThrowError(expect.objectContaining({ code: 'invalid_request' }));
  });
});
