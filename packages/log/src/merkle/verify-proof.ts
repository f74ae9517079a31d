/** Checking proofs without the log (RFC 9162 §2.1.3.2 and §2.1.4.2). False for anything that does not prove it. */
import { EMPTY_RANGE, leafHash, nodeHash, rootOf } from './compact-range.ts';

const HEX = /^[0-9a-f]{64}$/;

export interface InclusionClaim {
  /** `sha256:` + 64 hex of the event. */
  chainHash: string;
  /** From 1. */
  seq: number;
  size: number;
  root: string;
  proof: string[];
}

/** True when the proof shows that the event is in the tree of this root at this place. */
export function provesInclusion({ chainHash, seq, size, root, proof }: InclusionClaim): boolean {
  if (!isSize(seq) || !isSize(size) || seq < 1 || seq > size) return false;
  if (!/^(sha256:)?[0-9a-f]{64}$/.test(chainHash) || !proof.every((one) => HEX.test(one)))
    return false;
  let at = seq - 1;
  let last = size - 1;
  let node = leafHash(chainHash);
  for (const sibling of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      node = nodeHash(sibling, node);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      node = nodeHash(node, sibling);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && node === root;
}

export interface ConsistencyClaim {
  earlier: number;
  earlierRoot: string;
  size: number;
  root: string;
  proof: string[];
}

/** True when the proof shows that the larger tree begins with the earlier one: nothing was changed, only added. */
export function provesConsistency({
  earlier,
  earlierRoot,
  size,
  root,
  proof,
}: ConsistencyClaim): boolean {
  if (!isSize(earlier) || !isSize(size) || earlier > size) return false;
  if (!proof.every((one) => HEX.test(one))) return false;
  if (earlier === size) return proof.length === 0 && earlierRoot === root;
  if (earlier === 0) return proof.length === 0 && earlierRoot === rootOf(EMPTY_RANGE);
  let at = earlier - 1;
  let last = size - 1;
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  // A complete earlier tree is itself the first node; the proof leaves it out.
  const path = at === 0 ? [earlierRoot, ...proof] : proof;
  const [first, ...rest] = path;
  if (first === undefined) return false;
  let then = first;
  let now = first;
  for (const node of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      then = nodeHash(node, then);
      now = nodeHash(node, now);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      now = nodeHash(now, node);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && then === earlierRoot && now === root;
}

function half(n: number): number {
  return Math.floor(n / 2);
}

function isSize(n: number): boolean {
  return Number.isSafeInteger(n) && n >= 0;
}
