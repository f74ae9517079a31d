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

const K = new Uint32Array(64);
const INITIAL = new Uint32Array(8);
const W = new Uint32Array(64);
let ready = false;

/** Round constants: the first 32 fractional bits of the cube (K) and square (H) roots of the first primes. */
function prepare(): void {
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) INITIAL[found] = (Math.sqrt(n) % 1) * 0x100000000;
    K[found++] = (Math.cbrt(n) % 1) * 0x100000000;
  }
  ready = true;
}

/** The inline implementation, exported so that a test can hold it against the built-in at every length. */
export function inlineSha256Hex(bytes: Uint8Array): string {
  if (!ready) prepare();
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
  for (const word of state) hex += word.toString(16).padStart(8, '0');
  return hex;
}

function compress(state: Uint32Array, view: DataView, offset: number): void {
  for (let i = 0; i < 16; i++) W[i] = view.getUint32(offset + i * 4);
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
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + W[i]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
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
