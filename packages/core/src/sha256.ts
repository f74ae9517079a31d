/**
 * SHA-256 (FIPS 180-4) without loading `node:crypto` for small inputs: on the hook path the built-in costs more to
 * load than it saves. Inputs above `INLINE_LIMIT_BYTES` use the built-in, loaded lazily.
 */
export const INLINE_LIMIT_BYTES = 4096;

type HashModule = typeof import('node:crypto');
let builtin: HashModule | undefined;

/** Lower-case hex SHA-256 of bytes or of a string's UTF-8 bytes. */
export function sha256Hex(input: Uint8Array | string): string {
  const bytes = typeof input === 'string' ? Buffer.from(input, 'utf8') : input;
  if (builtin === undefined && bytes.length <= INLINE_LIMIT_BYTES) return inlineSha256Hex(bytes);
  builtin ??= process.getBuiltinModule('node:crypto');
  return builtin.createHash('sha256').update(bytes).digest('hex');
}

/** The first 32 fractional bits of the square roots of the first 8 primes. */
const INITIAL = new Int32Array([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);

/** The same for the cube roots of the first 64. Written out: computing them costs more than hashing an event. */
const K = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);

/** Signed numbers throughout, because V8 stores a number above 2^31 - 1 as an object on the heap. */
const W = new Int32Array(64);

/** The inline implementation, exported so that a test can compare it with the built-in at every length. */
export function inlineSha256Hex(bytes: Uint8Array): string {
  const state = INITIAL.slice();
  const blocks = ((bytes.length + 8) >> 6) + 1;
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  for (let block = 0; block < blocks; block++) compress(state, view, block * 64);
  let hex = '';
  for (let i = 0; i < 8; i++) hex += (state[i]! >>> 0).toString(16).padStart(8, '0');
  return hex;
}

/**
 * One block. Eight rounds are written out, so that the variables keep their roles without being moved, and because V8
 * optimises a function later the longer it is: for the few blocks of one event, compiling a short loop to machine code
 * costs several times what running it does.
 */
function compress(state: Int32Array, view: DataView, offset: number): void {
  for (let i = 0; i < 16; i++) W[i] = view.getInt32(offset + i * 4);
  for (let i = 16; i < 64; i++) {
    const x = W[i - 15]!;
    const y = W[i - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    W[i] = W[i - 16]! + s0 + W[i - 7]! + s1;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < 64; i += 8) {
    h +=
      (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) +
      (g ^ (e & (f ^ g))) +
      K[i]! +
      W[i]!;
    d = (d + h) | 0;
    h =
      (h +
        (((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) +
        ((a & b) | (c & (a | b)))) |
      0;
    g +=
      (((d >>> 6) | (d << 26)) ^ ((d >>> 11) | (d << 21)) ^ ((d >>> 25) | (d << 7))) +
      (f ^ (d & (e ^ f))) +
      K[i + 1]! +
      W[i + 1]!;
    c = (c + g) | 0;
    g =
      (g +
        (((h >>> 2) | (h << 30)) ^ ((h >>> 13) | (h << 19)) ^ ((h >>> 22) | (h << 10))) +
        ((h & a) | (b & (h | a)))) |
      0;
    f +=
      (((c >>> 6) | (c << 26)) ^ ((c >>> 11) | (c << 21)) ^ ((c >>> 25) | (c << 7))) +
      (e ^ (c & (d ^ e))) +
      K[i + 2]! +
      W[i + 2]!;
    b = (b + f) | 0;
    f =
      (f +
        (((g >>> 2) | (g << 30)) ^ ((g >>> 13) | (g << 19)) ^ ((g >>> 22) | (g << 10))) +
        ((g & h) | (a & (g | h)))) |
      0;
    e +=
      (((b >>> 6) | (b << 26)) ^ ((b >>> 11) | (b << 21)) ^ ((b >>> 25) | (b << 7))) +
      (d ^ (b & (c ^ d))) +
      K[i + 3]! +
      W[i + 3]!;
    a = (a + e) | 0;
    e =
      (e +
        (((f >>> 2) | (f << 30)) ^ ((f >>> 13) | (f << 19)) ^ ((f >>> 22) | (f << 10))) +
        ((f & g) | (h & (f | g)))) |
      0;
    d +=
      (((a >>> 6) | (a << 26)) ^ ((a >>> 11) | (a << 21)) ^ ((a >>> 25) | (a << 7))) +
      (c ^ (a & (b ^ c))) +
      K[i + 4]! +
      W[i + 4]!;
    h = (h + d) | 0;
    d =
      (d +
        (((e >>> 2) | (e << 30)) ^ ((e >>> 13) | (e << 19)) ^ ((e >>> 22) | (e << 10))) +
        ((e & f) | (g & (e | f)))) |
      0;
    c +=
      (((h >>> 6) | (h << 26)) ^ ((h >>> 11) | (h << 21)) ^ ((h >>> 25) | (h << 7))) +
      (b ^ (h & (a ^ b))) +
      K[i + 5]! +
      W[i + 5]!;
    g = (g + c) | 0;
    c =
      (c +
        (((d >>> 2) | (d << 30)) ^ ((d >>> 13) | (d << 19)) ^ ((d >>> 22) | (d << 10))) +
        ((d & e) | (f & (d | e)))) |
      0;
    b +=
      (((g >>> 6) | (g << 26)) ^ ((g >>> 11) | (g << 21)) ^ ((g >>> 25) | (g << 7))) +
      (a ^ (g & (h ^ a))) +
      K[i + 6]! +
      W[i + 6]!;
    f = (f + b) | 0;
    b =
      (b +
        (((c >>> 2) | (c << 30)) ^ ((c >>> 13) | (c << 19)) ^ ((c >>> 22) | (c << 10))) +
        ((c & d) | (e & (c | d)))) |
      0;
    a +=
      (((f >>> 6) | (f << 26)) ^ ((f >>> 11) | (f << 21)) ^ ((f >>> 25) | (f << 7))) +
      (h ^ (f & (g ^ h))) +
      K[i + 7]! +
      W[i + 7]!;
    e = (e + a) | 0;
    a =
      (a +
        (((b >>> 2) | (b << 30)) ^ ((b >>> 13) | (b << 19)) ^ ((b >>> 22) | (b << 10))) +
        ((b & c) | (d & (b | c)))) |
      0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

/** Characters of each end: four bytes each at most, plus space for the length. */
const END_CHARS = Math.floor(INLINE_LIMIT_BYTES / 8) - 8;

/** 32 hex characters that distinguish texts. Reads only the ends of a long text, so it loads no crypto module. */
export function contentDigest(text: string): string {
  const seen =
    text.length <= 2 * END_CHARS
      ? text
      : `${text.length}\n${text.slice(0, END_CHARS)}\n${text.slice(-END_CHARS)}`;
  return sha256Hex(seen.toWellFormed()).slice(0, 32);
}
