/**
 * Parses a raw line of a log in any of the four envelopes. Parsing does not verify: hashes are read, not computed
 * (`verify/`). No line can make it throw; a line that is not an event is returned as a detail.
 */
import {
  CHANNELS,
  type EnvelopeForm,
  type Origin,
  type Security,
  type StoredEvent,
} from '@hookloom/core/events';
import {
  isJsonObject,
  MAX_JSON_DEPTH,
  sha256Hex,
  type JsonObject,
  type JsonValue,
} from '@hookloom/core';

/** The longest line that is read. A longer one is garbage; the limit keeps a hostile file from filling the memory. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;
/** The largest batch that is accepted; a larger claim is ignored, so that a reader never waits for it. */
export const MAX_BATCH_SIZE = 10_000;

/** The batch of an event: the seq of its first event and how many there are. */
export interface Batch {
  first: number;
  size: number;
}

export interface ParsedEvent {
  event: StoredEvent;
  batch: Batch | null;
  /** The seq that the line itself carries; null for v1 lines of older writers, whose seq is their position. */
  sealedSeq: number | null;
}

export type ParseResult = ({ ok: true } & ParsedEvent) | { ok: false; detail: string };

const HASH = /^sha256:[0-9a-f]{64}$/;
const BARE_HASH = /^[0-9a-f]{64}$/;
/** A shorter line cannot nest deeply enough to harm a recursive reader. */
const SHALLOW_LINE_BYTES = 2 * MAX_JSON_DEPTH;

/**
 * Parses one line without its newline.
 *
 * @param position The seq of the event when the line carries none: its place among the events of the log, from 1.
 * @example parseLine(Buffer.from('{"id":"evt_a",…}'), 1) // { ok: true, event: {…}, batch: null, sealedSeq: null }
 */
export function parseLine(line: Buffer, position: number): ParseResult {
  if (line.length > MAX_LINE_BYTES)
    return broken(`the line is longer than ${MAX_LINE_BYTES} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(line.toString('utf8'));
  } catch {
    return broken('the line is not JSON');
  }
  if (!isJsonObject(value)) return broken('the line is not a JSON object');
  if (line.length > SHALLOW_LINE_BYTES && isDeeperThan(value, MAX_JSON_DEPTH))
    return broken(`the line nests deeper than ${MAX_JSON_DEPTH} levels`);
  if (isJsonObject(value['integrity'])) return parseV1(value, value['integrity'], position);
  if (typeof value['hash'] === 'string') return parseLegacy(value, value['hash']);
  return broken('the line is not an event: it has neither integrity nor hash');
}

function parseV1(line: JsonObject, integrity: JsonObject, position: number): ParseResult {
  const { id, type, actorId, threadId, timestamp, payload } = line;
  const parentEventId = line['parentEventId'] ?? null;
  const causedBy = line['causedBy'] ?? [];
  const { hash, previousHash } = integrity;
  if (
    !isName(id) ||
    !isName(type) ||
    !isName(actorId) ||
    !isName(threadId) ||
    !isName(timestamp) ||
    !isJsonObject(payload) ||
    !(parentEventId === null || isName(parentEventId)) ||
    !(Array.isArray(causedBy) && causedBy.every(isName))
  )
    return broken('a field of the envelope is missing or of another kind');
  if (typeof hash !== 'string' || !HASH.test(hash))
    return broken('integrity.hash is not a SHA-256');
  if (!(previousHash === null || (typeof previousHash === 'string' && HASH.test(previousHash))))
    return broken('integrity.previousHash is neither null nor a SHA-256');
  const form = v1Form(id, integrity);
  if (form === null) return broken('integrity has unknown fields or an unknown canonicalization');
  const sealedSeq = form === 'hookloom.v1' ? (integrity['seq'] as number) : null;
  const lifted = liftReserved(payload, form);
  const event: StoredEvent = {
    seq: sealedSeq ?? position,
    id,
    type,
    actorId,
    threadId,
    timestamp,
    payload: lifted.payload,
    parentEventId,
    causedBy,
    hash,
    previousHash,
    form,
    security: lifted.security,
    origin: lifted.origin,
    shredded: lifted.shredded,
    ...(lifted.batch !== null && { batch: lifted.batch }),
  };
  return { ok: true, event, batch: lifted.batch, sealedSeq };
}

function v1Form(id: string, integrity: JsonObject): EnvelopeForm | null {
  const fields = Object.keys(integrity).length;
  if (fields === 2) return id.startsWith('evt_zaxy_') ? 'zaxy.v1' : 'eventloom.v1';
  const whole =
    fields === 4 && isSeq(integrity['seq']) && integrity['canonicalization'] === 'rfc8785';
  return whole ? 'hookloom.v1' : null;
}

/** Zaxy's first envelope. Its id is optional, and derived as Zaxy derives it. */
function parseLegacy(line: JsonObject, hash: string): ParseResult {
  const { seq, timestamp, type, actor, thread, payload } = line;
  const previous = line['prev_hash'] ?? null;
  if (
    !isSeq(seq) ||
    !isName(timestamp) ||
    !isName(type) ||
    !isName(actor) ||
    !isName(thread) ||
    !isJsonObject(payload)
  )
    return broken('a field of the legacy envelope is missing or of another kind');
  if (!BARE_HASH.test(hash)) return broken('hash is not a SHA-256');
  if (!(previous === null || (typeof previous === 'string' && BARE_HASH.test(previous))))
    return broken('prev_hash is neither null nor a SHA-256');
  const { id, parent_event_id: parent, caused_by: causes } = line;
  const lifted = liftReserved(payload, 'zaxy.legacy');
  const event: StoredEvent = {
    seq,
    id: isName(id) ? id : zaxyId(seq, { actor, seq, timestamp, type }),
    type,
    actorId: actor,
    threadId: thread,
    timestamp,
    payload: lifted.payload,
    parentEventId: isName(parent) ? parent : null,
    causedBy: Array.isArray(causes) ? causes.filter(isName) : [],
    hash: `sha256:${hash}`,
    previousHash: previous === null ? null : `sha256:${previous}`,
    form: 'zaxy.legacy',
    security: asSecurity(line['security']) ?? lifted.security,
    origin: null,
    shredded: lifted.shredded,
  };
  return { ok: true, event, batch: null, sealedSeq: seq };
}

/** `evt_zaxy_`, the seq in 12 digits, 16 hex of the digest of compact JSON with sorted keys. */
function zaxyId(seq: number, identity: JsonObject): string {
  const ascii = JSON.stringify(identity).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `evt_zaxy_${String(seq).padStart(12, '0')}_${sha256Hex(ascii).slice(0, 16)}`;
}

/**
 * Removes the reserved keys from the payload. `__origin` and `__batch` count only in our own envelope: older writers
 * let any payload set them, and a payload must never choose its own channel.
 */
function liftReserved(payload: JsonObject, form: EnvelopeForm) {
  const own = form === 'hookloom.v1';
  const security = asSecurity(payload['__zaxy_security']);
  const origin = own ? asOrigin(payload['__origin']) : null;
  const batch = own ? asBatch(payload['__batch']) : null;
  const shredded = asShredded(payload['__shredded']);
  const lifted: Record<string, boolean> = {
    __zaxy_security: security !== null,
    __origin: origin !== null,
    __batch: batch !== null,
    __shredded: shredded !== null,
  };
  const out: JsonObject = {};
  for (const key of Object.keys(payload)) {
    if (Object.hasOwn(lifted, key) && lifted[key] === true) continue;
    setOwn(out, key, payload[key]!);
  }
  return { payload: out, security, origin, shredded, batch };
}

/** `object[key] = value` that also works for the key `__proto__`, which would set the prototype instead. */
function setOwn(object: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else object[key] = value;
}

function asSecurity(value: unknown): Security | null {
  if (!isJsonObject(value)) return null;
  const { sensitivity, redacted_paths: paths } = value;
  if (sensitivity !== 'public' && sensitivity !== 'restricted') return null;
  if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string')) return null;
  return { sensitivity, redacted_paths: paths };
}

function asOrigin(value: unknown): Origin | null {
  if (!isJsonObject(value)) return null;
  const channel = CHANNELS.find((known) => known === value['channel']);
  if (channel === undefined) return null;
  const origin: Origin = { channel };
  for (const key of ['client', 'session_id', 'tool', 'written_by'] as const) {
    const text = value[key];
    if (typeof text === 'string') origin[key] = text;
  }
  return origin;
}

function asBatch(value: unknown): Batch | null {
  if (!isJsonObject(value)) return null;
  const { first, size } = value;
  return isSeq(first) && isSeq(size) && size <= MAX_BATCH_SIZE ? { first, size } : null;
}

function asShredded(value: unknown): StoredEvent['shredded'] {
  if (!isJsonObject(value)) return null;
  const { by, digest } = value;
  return typeof by === 'string' && typeof digest === 'string' ? { by, digest } : null;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isSeq(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}

/** Without recursion, because the value may be as deep as its text is long. */
function isDeeperThan(value: JsonValue, limit: number): boolean {
  let level: JsonValue[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    const next: JsonValue[] = [];
    for (const parent of level) {
      if (typeof parent !== 'object' || parent === null) continue;
      for (const child of Object.values(parent))
        if (typeof child === 'object' && child !== null) next.push(child);
    }
    level = next;
  }
  return false;
}

function broken(detail: string): ParseResult {
  return { ok: false, detail };
}
