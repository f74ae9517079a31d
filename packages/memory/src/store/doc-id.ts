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
