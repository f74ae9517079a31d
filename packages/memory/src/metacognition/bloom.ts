/** A probabilistic set of words: no false negatives, about 1 in 100 false positives. */
export interface Bloom {
  has(word: string): boolean;
}

const HASHES = 7;
const MIN_BITS = 512;
/** Bits per word for 1 in 100. */
const BITS_PER_WORD = 9.6;

export function bloomOf(words: ReadonlySet<string>): Bloom {
  const bits = Math.max(MIN_BITS, Math.ceil(words.size * BITS_PER_WORD));
  const set = new Uint8Array(Math.ceil(bits / 8));
  for (const word of words) for (const at of places(word, bits)) set[at >> 3]! |= 1 << (at & 7);
  return {
    has: (word) => places(word, bits).every((at) => (set[at >> 3]! & (1 << (at & 7))) !== 0),
  };
}

/** Double hashing: two salted hashes give all positions. */
function places(word: string, bits: number): number[] {
  const first = fnv(word, 0x81_1c_9d_c5);
  const second = fnv(word, 0x9e_37_79_b9) | 1;
  return Array.from({ length: HASHES }, (_, i) => ((first + Math.imul(i, second)) >>> 0) % bits);
}

/** FNV-1a, 32 bits, mixed once more so that words that differ only in the last letter are far apart. */
function fnv(word: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < word.length; at++) {
    hash ^= word.charCodeAt(at);
    hash = Math.imul(hash, 0x01_00_01_93);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c_1b_3c_6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
