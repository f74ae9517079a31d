/** The hashes of events: bytes in the rows, `sha256:` and 64 hex everywhere else. */

/** 32 bytes of a `sha256:…` hash. */
export function hashBytes(hash: string): Buffer {
  return Buffer.from(hash.slice(7), 'hex');
}

/** `sha256:` + 64 hex of the stored bytes. */
export function hashText(bytes: unknown): string {
  return `sha256:${Buffer.from(bytes as Uint8Array).toString('hex')}`;
}

/** `sha256:` + hex, or the hex alone. */
export function bareHex(hash: string): string {
  return hash.startsWith('sha256:') ? hash.slice(7) : hash;
}

/** Ids of documents: session and seq in one number, so that the table itself is in log order. */

/** Seqs of one session stay below this; session ids below 2^21 keep the sum exact in a double. */
const SEQS = 2 ** 32;

export function docId(sid: number, seq: number): number {
  return sid * SEQS + Math.min(seq, SEQS - 1);
}

export function sidOfDoc(id: number): number {
  return Math.floor(id / SEQS);
}

export function seqOfDoc(id: number): number {
  return id % SEQS;
}
