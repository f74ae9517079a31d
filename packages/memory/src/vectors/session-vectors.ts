/**
 * The vectors of one session in memory: signs to preselect, bytes to compare. A text has a vector for each of its parts
 * and for each of its statements, and is as similar to a question as the most similar one.
 */
import { normOf } from './quantize.ts';

const GROWTH = 1.5;
const WORD_BITS = 32;

export interface Near {
  seq: number;
  /** Cosine, -1 to 1. */
  similarity: number;
}

export type Asked = ReturnType<typeof preparedQuestion>;

export function preparedQuestion(bytes: Int8Array) {
  return {
    bytes,
    norm: normOf(bytes) || 1 /** The signs of the bytes, 32 per number. */,
    signs: signsOf(bytes),
  };
}

export interface SessionVectors {
  readonly size: number;
  readonly lastSeq: number;
  /** The vectors of all parts and statements of a text, one after another. Seqs ascend from call to call. */
  add(seq: number, vectors: Int8Array, fids?: readonly number[]): void;
  /** Of the event, or of one of its statements. Null if the event has no vector. */
  similarity(question: Asked, seq: number, fid?: number): number | null;
  /** The component of its vector along `direction`; null if the event has no vector. */
  along(direction: Float32Array, seq: number, fid?: number): number | null;
  /** The nearest of the last `scanned` vectors up to `maxSeq`, best first; equal ones oldest first. */
  nearest(question: Asked, limits: { maxSeq: number; scanned: number; count: number }): Near[];
}

/** Preselected by their signs, then compared: includes about 95 % of the true nearest. */
const PICKED = 4000;
/** Of many parts one is similar by chance, so a text loses this much times the root of the logarithm of their number. */
const MORE_PARTS = 0.04;

export function createSessionVectors(dimensions: number): SessionVectors {
  const signWords = Math.ceil(dimensions / WORD_BITS);
  let size = 0;
  const stated = new Map<number, readonly number[]>();
  let seqs = new Uint32Array(1024);
  let norms = new Float32Array(1024);
  let bytes = new Int8Array(1024 * dimensions);
  let signs = new Int32Array(1024 * signWords);

  /** Index of the first seq above. */
  function above(seq: number): number {
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (seqs[middle]! > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Places of the vectors of a text; for a statement, those of the parts and its own. */
  function placesOf(seq: number, fid?: number): number[] {
    const [start, end] = [above(seq - 1), above(seq)];
    const places = Array.from({ length: end - start }, (_, at) => start + at);
    const fids = fid === undefined ? [] : (stated.get(seq) ?? []);
    const first = end - fids.length;
    return places.filter((at) => at < first || fids[at - first] === fid);
  }

  /** The greatest value of a vector; null if the text has none. */
  function greatest(places: readonly number[], valueOf: (at: number) => number): number | null {
    return places.length === 0 ? null : Math.max(...places.map(valueOf));
  }

  function lessForParts(similarity: number, parts: number): number {
    return similarity - MORE_PARTS * Math.sqrt(Math.log(parts));
  }

  function cosine(question: Asked, at: number): number {
    const from = at * dimensions;
    const wanted = question.bytes;
    let sum = 0;
    for (let d = 0; d < dimensions; d++) sum += wanted[d]! * bytes[from + d]!;
    return sum / (question.norm * norms[at]!);
  }

  function grow(): void {
    const rows = Math.ceil(seqs.length * GROWTH);
    seqs = copied(new Uint32Array(rows), seqs);
    norms = copied(new Float32Array(rows), norms);
    bytes = copied(new Int8Array(rows * dimensions), bytes);
    signs = copied(new Int32Array(rows * signWords), signs);
  }

  return {
    get size() {
      return size;
    },
    get lastSeq() {
      return size === 0 ? 0 : seqs[size - 1]!;
    },
    add(seq, vectors, fids = []) {
      if (fids.length > 0) stated.set(seq, fids);
      for (let from = 0; from < vectors.length; from += dimensions) {
        const row = vectors.subarray(from, from + dimensions);
        if (size === seqs.length) grow();
        seqs[size] = seq;
        norms[size] = normOf(row) || 1;
        bytes.set(row, size * dimensions);
        signs.set(signsOf(row), size * signWords);
        size++;
      }
    },
    similarity(question, seq, fid) {
      const places = placesOf(seq, fid);
      const best = greatest(places, (at) => cosine(question, at));
      return best === null ? null : lessForParts(best, places.length);
    },
    along: (direction, seq, fid) =>
      greatest(placesOf(seq, fid), (at) => {
        let sum = 0;
        for (let d = 0; d < dimensions; d++) sum += direction[d]! * bytes[at * dimensions + d]!;
        return sum / norms[at]!;
      }),
    nearest(question, { maxSeq, scanned, count }) {
      const end = above(maxSeq);
      const start = Math.max(0, end - scanned);
      const best = new Map<number, number>();
      for (const at of pick(signs, signWords, question.signs, { start, end, wanted: PICKED })) {
        const seq = seqs[at]!;
        best.set(seq, Math.max(best.get(seq) ?? -Infinity, cosine(question, at)));
      }
      return [...best]
        .map(([seq, similarity]): Near => ({
          seq,
          similarity: lessForParts(similarity, above(seq) - above(seq - 1)),
        }))
        .toSorted((a, b) => b.similarity - a.similarity || a.seq - b.seq)
        .slice(0, count);
    },
  };
}

/** About `wanted` positions with the fewest differing signs, including all at the last distance. */
function pick(
  signs: Int32Array,
  signWords: number,
  question: Int32Array,
  { start, end, wanted }: { start: number; end: number; wanted: number },
): number[] {
  const distances = new Uint16Array(Math.max(0, end - start));
  const histogram = new Uint32Array(signWords * WORD_BITS + 1);
  for (let at = start, from = start * signWords; at < end; at++) {
    let distance = 0;
    for (let i = 0; i < signWords; i++) distance += bitCount(signs[from++]! ^ question[i]!);
    distances[at - start] = distance;
    histogram[distance]!++;
  }
  let limit = 0;
  for (let sum = histogram[0]!; sum < wanted && limit < histogram.length - 1;)
    sum += histogram[++limit]!;
  const picked: number[] = [];
  for (let i = 0; i < distances.length; i++) if (distances[i]! <= limit) picked.push(start + i);
  return picked;
}

function signsOf(bytes: Int8Array): Int32Array {
  const signs = new Int32Array(Math.ceil(bytes.length / WORD_BITS));
  for (let d = 0; d < bytes.length; d++)
    if (bytes[d]! > 0) signs[d >> 5]! |= 1 << (d & (WORD_BITS - 1));
  return signs;
}

function bitCount(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

function copied<T extends Uint32Array | Float32Array | Int8Array | Int32Array>(
  into: T,
  from: T,
): T {
  into.set(from);
  return into;
}
