/**
 * Facts of a canonical line without parsing it. The writer stores lines in RFC 8785 form, so `integrity` is one run of
 * bytes in a fixed place: without it, the rest is what was hashed. A line that does not have exactly this form goes to
 * the slow path; a miss proves nothing.
 */
import { type Batch, MAX_BATCH_SIZE } from './parse.ts';

/** One object, reused for every line: a million of them would cost more than the hashing. */
export interface RawSlice {
  /** From the start of the line to `cutStart`, kept from line to line as the first guess. */
  distance: number;
  /** `[cutStart, cutEnd)` is `"integrity":{…},`. */
  cutStart: number;
  cutEnd: number;
  /** 64 hex, without the prefix. */
  hash: string;
  /** 64 hex, or null for the first event. */
  previous: string | null;
  seq: number;
}

const HEAD = Buffer.from('{"actorId":');
const BEFORE_HASH = Buffer.from('"integrity":{"canonicalization":"rfc8785","hash":"sha256:');
const BEFORE_PREVIOUS = Buffer.from('","previousHash":');
const PREVIOUS_TEXT = Buffer.from('"sha256:');
const NULL_TEXT = Buffer.from('null');
const BEFORE_SEQ = Buffer.from(',"seq":');
const BEFORE_PARENT = Buffer.from('"parentEventId":');
const BEFORE_PAYLOAD = Buffer.from(',"payload":{');
const BATCH_FIRST = Buffer.from('"__batch":{"first":');
const BATCH_SIZE = Buffer.from(',"size":');
const HEX = /^[0-9a-f]{64}$/;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CLOSE = 0x7d;
const COMMA = 0x2c;
const UNDERSCORE = 0x5f;

export function createRawSlice(): RawSlice {
  return { distance: 0, cutStart: 0, cutEnd: 0, hash: '', previous: null, seq: 0 };
}

/** Fills `slice` from `buffer[start, end)`; false when the line is not in our canonical form. */
export function findSlice(buffer: Buffer, start: number, end: number, slice: RawSlice): boolean {
  if (!matches(buffer, start, end, HEAD)) return false;
  // Lines of one actor have their integrity at one distance from the start: the last offset is tried first.
  if (!matches(buffer, start + slice.distance, end, BEFORE_HASH)) {
    const found = buffer.subarray(start, end).indexOf(BEFORE_HASH);
    if (found === -1) return false;
    slice.distance = found;
  }
  slice.cutStart = start + slice.distance;
  let at = slice.cutStart + BEFORE_HASH.length;
  if (at + 64 > end) return false;
  slice.hash = buffer.toString('latin1', at, at + 64);
  at += 64;
  if (!matches(buffer, at, end, BEFORE_PREVIOUS)) return false;
  at += BEFORE_PREVIOUS.length;
  if (matches(buffer, at, end, PREVIOUS_TEXT)) {
    at += PREVIOUS_TEXT.length;
    if (at + 65 > end || buffer[at + 64] !== QUOTE) return false;
    slice.previous = buffer.toString('latin1', at, at + 64);
    at += 65;
  } else if (matches(buffer, at, end, NULL_TEXT)) {
    slice.previous = null;
    at += NULL_TEXT.length;
  } else return false;
  if (!matches(buffer, at, end, BEFORE_SEQ)) return false;
  at += BEFORE_SEQ.length;
  slice.seq = readInteger(buffer, at, end);
  if (slice.seq === 0) return false;
  at += decimalLength(slice.seq);
  if (buffer[at] !== CLOSE || buffer[at + 1] !== COMMA || at + 2 >= end) return false;
  slice.cutEnd = at + 2;
  return true;
}

/** True when the line begins like every line in our canonical form. */
export function isCanonicalStart(buffer: Buffer, start: number, end: number): boolean {
  return matches(buffer, start, end, HEAD);
}

/** True if both hashes are 64 lower-case hex: needed only by callers that do not compare them with computed ones. */
export function hasHexHashes({ hash, previous }: RawSlice): boolean {
  return HEX.test(hash) && (previous === null || HEX.test(previous));
}

/** True when the line's last key is `"type":"<type>"`. */
export function isOfType(buffer: Buffer, start: number, end: number, type: Buffer): boolean {
  // The last byte before `"}` distinguishes most types.
  if (buffer[end - 3] !== type[type.length - 3]) return false;
  return end - start > type.length && matches(buffer, end - type.length, end, type);
}

/** The end of a canonical line of this type, for `isOfType`. */
export function typeEnding(type: string): Buffer {
  return Buffer.from(`,"type":"${type}"}`);
}

/** The type of a canonical line, whose last value it is. */
export function typeOf(buffer: Buffer, start: number, end: number): string {
  let at = end - 2;
  while (at > start && buffer[at - 1] !== QUOTE) at--;
  return buffer.toString('latin1', at, end - 2);
}

/** The batch of a canonical line, null for none, or undefined if only parsing can decide. */
export function findBatch(buffer: Buffer, cutEnd: number, end: number): Batch | null | undefined {
  const at = placeOfBatch(buffer, cutEnd, end);
  if (at <= 0) return at === NO_BATCH ? null : undefined;
  const first = readInteger(buffer, at, end);
  const size = first === 0 ? 0 : sizeBehind(buffer, at + decimalLength(first), end);
  return size === 0 ? undefined : { first, size };
}

const NO_BATCH = 0;
const UNKNOWN = -1;

/** The seq of the last event of a line's batch, 0 for a line without one, -1 if only parsing can decide. */
function batchEndOf(buffer: Buffer, cutEnd: number, end: number): number {
  const at = placeOfBatch(buffer, cutEnd, end);
  if (at <= 0) return at;
  const first = readInteger(buffer, at, end);
  const size = first === 0 ? 0 : sizeBehind(buffer, at + decimalLength(first), end);
  return size === 0 ? UNKNOWN : first + size - 1;
}

/**
 * The start of the number of the batch's first event. Payload keys are sorted, and `__batch` sorts before every
 * lower-case name, so usually the first key answers.
 */
function placeOfBatch(buffer: Buffer, cutEnd: number, end: number): number {
  if (!matches(buffer, cutEnd, end, BEFORE_PARENT)) return UNKNOWN;
  let at = cutEnd + BEFORE_PARENT.length;
  if (matches(buffer, at, end, NULL_TEXT)) at += NULL_TEXT.length;
  else {
    if (buffer[at] !== QUOTE) return UNKNOWN;
    for (at++; at < end && buffer[at] !== QUOTE; at++) if (buffer[at] === BACKSLASH) return UNKNOWN;
    at++;
  }
  if (!matches(buffer, at, end, BEFORE_PAYLOAD)) return UNKNOWN;
  at += BEFORE_PAYLOAD.length;
  if (buffer[at] === CLOSE) return NO_BATCH;
  const first = buffer[at + 1]!;
  if (first > UNDERSCORE) return NO_BATCH;
  if (first === UNDERSCORE) {
    if (buffer[at + 2] === UNDERSCORE && buffer[at + 3]! > 0x62) return NO_BATCH;
    if (matches(buffer, at, end, BATCH_FIRST)) return at + BATCH_FIRST.length;
  }
  return buffer.subarray(at, end).includes('"__batch":') ? UNKNOWN : NO_BATCH;
}

/** The number of events of a batch; 0 if it is unknown. */
function sizeBehind(buffer: Buffer, at: number, end: number): number {
  if (!matches(buffer, at, end, BATCH_SIZE)) return 0;
  const size = readInteger(buffer, at + BATCH_SIZE.length, end);
  if (size === 0 || size > MAX_BATCH_SIZE) return 0;
  return buffer[at + BATCH_SIZE.length + decimalLength(size)] === CLOSE ? size : 0;
}

/** Follows the chain over lines that are skipped. Reads the same fields as `findSlice` and `findBatch`, and makes no strings. */
export interface ChainPosition {
  seq: number;
  /** As 64 hex bytes; `isFirst`: no line is before the next one. */
  readonly hash: Buffer;
  isFirst: boolean;
  /** The last event of the batch that is being read. */
  batchEnd: number;
  isInBatch: boolean;
  /** `[cutStart, cutEnd)` of the line is its integrity. */
  cutStart: number;
  cutEnd: number;
  /** From the start of a line to its integrity, for the most recent actors. */
  readonly distances: Int32Array;
  met: number;
}

/** @param hash `sha256:` + 64 hex, or null before the first event. */
export function chainAt(seq: number, hash: string | null): ChainPosition {
  const bytes = Buffer.alloc(HASH_LENGTH);
  if (hash !== null) bytes.write(hash.slice('sha256:'.length), 'latin1');
  const distances = new Int32Array(4);
  const isFirst = hash === null;
  const line = { batchEnd: 0, isInBatch: false, cutStart: 0, cutEnd: 0 };
  return { seq, hash: bytes, isFirst, ...line, distances, met: 0 };
}

const HASH_LENGTH = 64;

/**
 * Moves on to a line that is canonical and names the previous line. Returns false for any other line, which proves
 * nothing about it.
 */
export function stepChain(
  buffer: Buffer,
  start: number,
  end: number,
  chain: ChainPosition,
): boolean {
  if (!matches(buffer, start, end, HEAD)) return false;
  const integrity = integrityIn(buffer, start, end, chain);
  if (integrity === -1) return false;
  const hashAt = integrity + BEFORE_HASH.length;
  let at = hashAt + HASH_LENGTH;
  if (!matches(buffer, at, end, BEFORE_PREVIOUS)) return false;
  at += BEFORE_PREVIOUS.length;
  const { hash, isFirst } = chain;
  const previous = isFirst ? NULL_TEXT : PREVIOUS_TEXT;
  if (!matches(buffer, at, end, previous)) return false;
  at += previous.length;
  if (!isFirst) {
    if (!matches(buffer, at, end, hash) || buffer[at + HASH_LENGTH] !== QUOTE) return false;
    at += HASH_LENGTH + 1;
  }
  if (!matches(buffer, at, end, BEFORE_SEQ)) return false;
  at += BEFORE_SEQ.length;
  const seq = readInteger(buffer, at, end);
  if (seq !== chain.seq + 1) return false;
  at += decimalLength(seq);
  if (buffer[at] !== CLOSE || buffer[at + 1] !== COMMA || at + 2 >= end) return false;
  const batchEnd = batchEndOf(buffer, at + 2, end);
  if (batchEnd === UNKNOWN) return false;
  chain.isInBatch = batchEnd !== NO_BATCH;
  if (chain.isInBatch) chain.batchEnd = batchEnd;
  for (let i = 0; i < HASH_LENGTH; i++) hash[i] = buffer[hashAt + i]!;
  chain.seq = seq;
  chain.cutStart = integrity;
  chain.cutEnd = at + 2;
  chain.isFirst = false;
  return true;
}

/** Where the integrity of a line begins, or -1. */
function integrityIn(buffer: Buffer, start: number, end: number, chain: ChainPosition): number {
  const { distances } = chain;
  for (let i = 0; i < distances.length; i++)
    if (matches(buffer, start + distances[i]!, end, BEFORE_HASH)) return start + distances[i]!;
  const found = buffer.subarray(start, end).indexOf(BEFORE_HASH);
  if (found === -1) return -1;
  distances[chain.met++ % distances.length] = found;
  return start + found;
}

/** Digits without a leading zero, at most 15 of them; 0 when there are none. */
function readInteger(buffer: Buffer, from: number, end: number): number {
  let value = 0;
  for (let at = from; at < end && at < from + 15; at++) {
    const digit = buffer[at]! - 0x30;
    if (digit < 0 || digit > 9) return value;
    if (digit === 0 && value === 0) return 0;
    value = value * 10 + digit;
  }
  return 0;
}

function decimalLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) length++;
  return length;
}

function matches(buffer: Buffer, at: number, end: number, expected: Buffer): boolean {
  if (at + expected.length > end) return false;
  for (let i = 0; i < expected.length; i++) if (buffer[at + i] !== expected[i]) return false;
  return true;
}
