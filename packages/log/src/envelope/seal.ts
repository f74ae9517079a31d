/**
 * The write path's two steps: `prepareEvent` (validate, redact, label; needs no lock) and `sealEvent` (seq, previous
 * hash, hash, line; under the lock). The line is the canonical form of the complete envelope (RFC 8785), so a verifier
 * can hash raw slices of it: `integrity` cut out, wrapped as `{"event":…,"previousHash":…}`.
 */
import {
  canonicalize,
  eventIdFrom,
  isJsonObject,
  isoTime,
  sha256Hex,
  type JsonObject,
} from '@hookloom/core';
import {
  CHANNELS,
  RESERVED_KEYS,
  type Delivery,
  type Ids,
  type Origin,
  type UnsealedEvent,
} from '@hookloom/core/events';
import { redactPayload, redactText } from '@hookloom/core/redact';
import { refuseEvent } from './refuse-event.ts';

/** Largest payload, in bytes of its canonical form. */
export const MAX_PAYLOAD_BYTES = 1_048_576;
/** Maximum number of events in one append. */
export const MAX_BATCH_EVENTS = 10_000;

const TYPE = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;
const ID = /^evt_[A-Za-z0-9_-]{1,128}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const MAX_NAME_LENGTH = 512;
const MAX_CAUSES = 1024;

/** An event that may be written unchanged, to the log or to the inbox: valid, redacted, with its id and time. */
export interface PreparedEvent {
  id: string;
  type: string;
  actorId: string;
  /** Redacted, without reserved keys. */
  payload: JsonObject;
  origin: Origin;
  redactedPaths: string[];
  parentEventId: string | null;
  causedBy: string[];
  timestamp: string;
  /** With its digest: 64 hex that name it, of which the first 20 end the id of its event. */
  delivery?: Delivery & { digest: string };
}

export interface PrepareOptions {
  /** Milliseconds since the epoch. */
  nowMs: number;
  ids: Ids;
}

/** Validates, redacts and labels one event. Throws `invalid_request`; nothing has been written then. */
export function prepareEvent(event: UnsealedEvent, options: PrepareOptions): PreparedEvent {
  const { type, actorId, payload, origin, delivery } = event;
  if (typeof type !== 'string' || type.length > MAX_NAME_LENGTH || !TYPE.test(type))
    throw refuseEvent('type');
  if (!isJsonObject(payload)) throw refuseEvent('payload');
  for (const key of RESERVED_KEYS)
    if (Object.hasOwn(payload, key)) throw refuseEvent('key', `the payload key ${key}`);
  if (event.id !== undefined) {
    eventId(event.id, 'its id');
    if (delivery !== undefined) throw refuseEvent('delivered_id');
  }
  const delivered = delivery === undefined ? undefined : checkedDelivery(delivery);
  const redacted = redactPayload(payload);
  const prepared: PreparedEvent = {
    id:
      event.id ??
      (delivered === undefined
        ? options.ids.eventId(options.nowMs)
        : eventIdFrom(options.nowMs, delivered.digest)),
    type,
    actorId: named(actorId, 'its actorId'),
    payload: redacted.payload,
    origin: checkedOrigin(origin),
    redactedPaths: boundedPaths([...(event.redactedPaths ?? []), ...redacted.redactedPaths]),
    parentEventId: event.parentEventId ?? null,
    causedBy: event.causedBy ?? [],
    timestamp: instant(event.timestamp, options.nowMs),
  };
  if (delivered !== undefined) prepared.delivery = delivered;
  if (prepared.parentEventId !== null) eventId(prepared.parentEventId, 'its parentEventId');
  if (!Array.isArray(prepared.causedBy) || prepared.causedBy.length > MAX_CAUSES)
    throw refuseEvent('causes');
  for (const cause of prepared.causedBy) eventId(cause, 'an id in causedBy');
  // Two levels down, as in what is hashed, so that the depth limit holds there too.
  if (Buffer.byteLength(canonicalize([[prepared.payload]])) - 4 > MAX_PAYLOAD_BYTES)
    throw refuseEvent('size');
  return prepared;
}

const MAX_PATHS = 256;
const MAX_PATH_CHARS = 256;

/**
 * Each one once, and limited so that a payload full of secrets cannot make a line longer than readers accept (4 MiB).
 */
function boundedPaths(paths: string[]): string[] {
  const all = [...new Set(paths)];
  const kept = all.slice(0, MAX_PATHS).map((path) => path.slice(0, MAX_PATH_CHARS).toWellFormed());
  return all.length > MAX_PATHS ? [...kept, `… and ${all.length - MAX_PATHS} more`] : kept;
}

function eventId(id: unknown, what: string): void {
  if (typeof id !== 'string' || !ID.test(id)) throw refuseEvent('id', what);
}

/** The complete request, in order. */
export function prepareEvents(events: UnsealedEvent[], options: PrepareOptions): PreparedEvent[] {
  if (events.length > MAX_BATCH_EVENTS) throw refuseEvent('batch');
  return events.map((event) => prepareEvent(event, options));
}

/** The position in the chain at which an event is written. */
export interface Place {
  seq: number;
  previousHash: string | null;
  /** The session. */
  threadId: string;
  /** Set for events of a batch of more than one. */
  batch: { first: number; size: number } | null;
}

/**
 * One line of the log without its newline, and its hash: `sha256:` + hex of SHA-256 over the canonical form of
 * `{"event": envelope without integrity, "previousHash": …}`.
 */
export function sealEvent(event: PreparedEvent, place: Place): { line: string; hash: string } {
  const previous = canonicalize(place.previousHash);
  const before =
    `{"actorId":${canonicalize(event.actorId)},"causedBy":${canonicalize(event.causedBy)}` +
    `,"id":${canonicalize(event.id)},`;
  const after =
    `"parentEventId":${canonicalize(event.parentEventId)}` +
    `,"payload":${canonicalize(storedPayload(event, place.batch))}` +
    `,"threadId":${canonicalize(place.threadId)},"timestamp":${canonicalize(event.timestamp)}` +
    `,"type":${canonicalize(event.type)}}`;
  const hash = `sha256:${sha256Hex(`{"event":${before}${after},"previousHash":${previous}}`)}`;
  const integrity =
    `"integrity":{"canonicalization":"rfc8785","hash":"${hash}","previousHash":${previous}` +
    `,"seq":${place.seq}},`;
  return { line: before + integrity + after, hash };
}

export function storedPayload(event: PreparedEvent, batch: Place['batch']): JsonObject {
  const out: JsonObject = {
    ...event.payload,
    __zaxy_security: {
      sensitivity: event.redactedPaths.length > 0 ? 'restricted' : 'public',
      redacted_paths: event.redactedPaths,
    },
    __origin: event.origin as unknown as JsonObject,
  };
  if (batch !== null) out['__batch'] = { first: batch.first, size: batch.size };
  return out;
}

/** Checks a delivery and derives its name. */
export function checkedDelivery(delivery: Delivery): Delivery & { digest: string } {
  const { scope, key, windowMs, atMs } = delivery;
  if (typeof scope !== 'string' || typeof key !== 'string' || key === '')
    throw refuseEvent('delivery');
  const named: Delivery & { digest: string } = {
    scope,
    key,
    digest: sha256Hex(`${scope}\0${key}`),
  };
  if (windowMs !== undefined) named.windowMs = windowMs;
  if (Number.isFinite(atMs)) named.atMs = atMs!;
  return named;
}

function checkedOrigin(origin: Origin): Origin {
  if (!isJsonObject(origin) || !CHANNELS.includes(origin.channel)) throw refuseEvent('origin');
  const out: Origin = { channel: origin.channel };
  for (const key of ['client', 'session_id', 'tool', 'written_by'] as const) {
    const value = origin[key];
    if (value === undefined) continue;
    out[key] = named(value, `its origin.${key}`);
  }
  return out;
}

function instant(timestamp: string | undefined, nowMs: number): string {
  const ms =
    timestamp === undefined ? nowMs : INSTANT.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  const iso = isoTime(ms);
  if (iso === '') throw refuseEvent('timestamp');
  return iso;
}

/** A client or a model chooses these names, so they are masked like the payload. */
function named(text: unknown, what: string): string {
  if (
    typeof text !== 'string' ||
    text === '' ||
    text.length > MAX_NAME_LENGTH ||
    !text.isWellFormed()
  )
    throw refuseEvent('name', what);
  return redactText(text).text;
}
