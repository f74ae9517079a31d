/**
 * The write path's two steps: `prepareEvent` (validate, redact, label; needs no lock) and `sealEvent` (seq, previous
 * hash, hash, line; under the lock). The line is the canonical form of the whole envelope (RFC 8785), so a verifier can
 * hash raw slices of it: `integrity` cut out, wrapped as `{"event":…,"previousHash":…}`.
 */
import { canonicalize } from '@hookloom/core/canonical-json';
import { HookloomError } from '@hookloom/core/errors';
import { isoTime } from '@hookloom/core/iso-time';
import { eventIdFrom } from '@hookloom/core/ids';
import { isJsonObject, type JsonObject } from '@hookloom/core/json';
import type { Ids } from '@hookloom/core/ports/environment';
import {
  CHANNELS,
  RESERVED_KEYS,
  type Delivery,
  type Origin,
  type UnsealedEvent,
} from '@hookloom/core/ports/event-store';
import { redactPayload } from '@hookloom/core/redact/index';
import { sha256Hex } from '@hookloom/core/sha256';

/** Largest payload, in bytes of its canonical form (zaxy.md §1.1). */
export const MAX_PAYLOAD_BYTES = 1_048_576;
/** Most events of one append. */
export const MAX_BATCH_EVENTS = 10_000;

const TYPE = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;
const ID = /^evt_[A-Za-z0-9_-]{1,128}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const MAX_NAME_LENGTH = 512;
const MAX_CAUSES = 1024;

/** An event that may be written as it stands, to the log or to the inbox: valid, redacted, with its id and time. */
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
    throw refuse('its type', 'Use lower-case words joined by dots, such as decision.made.');
  named(actorId, 'its actorId');
  if (!isJsonObject(payload)) throw refuse('its payload', 'Send a JSON object.');
  for (const key of RESERVED_KEYS) {
    if (Object.hasOwn(payload, key))
      throw refuse(`the payload key ${key}`, 'Leave it out: the write path sets it.');
  }
  if (event.id !== undefined) {
    eventId(event.id, 'its id');
    if (delivery !== undefined) throw refuse('an id beside a delivery', 'Leave the id out.');
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
    actorId,
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
    throw refuse('its causedBy', 'Send event ids.');
  for (const cause of prepared.causedBy) eventId(cause, 'an id in causedBy');
  // Two levels down, as in what is hashed, so that the depth limit holds there too.
  if (Buffer.byteLength(canonicalize([[prepared.payload]])) - 4 > MAX_PAYLOAD_BYTES)
    throw refuse('a payload above 1 MiB', 'Store the content as a file and append its digest.');
  return prepared;
}

const MAX_PATHS = 256;
const MAX_PATH_CHARS = 256;

/** Each once, and so many that a payload full of secrets does not make a line that no reader takes (4 MiB). */
function boundedPaths(paths: string[]): string[] {
  const all = [...new Set(paths)];
  const kept = all.slice(0, MAX_PATHS).map((path) => path.slice(0, MAX_PATH_CHARS).toWellFormed());
  return all.length > MAX_PATHS ? [...kept, `… and ${all.length - MAX_PATHS} more`] : kept;
}

function eventId(id: unknown, what: string): void {
  if (typeof id !== 'string' || !ID.test(id))
    throw refuse(what, 'Use evt_ and 1 to 128 of A-Z a-z 0-9 _ -.');
}

/** The whole request, in order. */
export function prepareEvents(events: UnsealedEvent[], options: PrepareOptions): PreparedEvent[] {
  if (events.length > MAX_BATCH_EVENTS)
    throw refuse('too many events', `Send at most ${MAX_BATCH_EVENTS}.`);
  return events.map((event) => prepareEvent(event, options));
}

/** Where in the chain an event comes to stand. */
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

function storedPayload(event: PreparedEvent, batch: Place['batch']): JsonObject {
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

/** Checks a delivery and names it. */
export function checkedDelivery({ scope, key, windowMs }: Delivery): Delivery & { digest: string } {
  if (typeof scope !== 'string' || typeof key !== 'string' || key === '')
    throw refuse('its delivery', 'Give a scope and a key as strings.');
  const named = { scope, key, digest: sha256Hex(`${scope}\0${key}`) };
  return windowMs === undefined ? named : { ...named, windowMs };
}

function checkedOrigin(origin: Origin): Origin {
  if (!isJsonObject(origin) || !CHANNELS.includes(origin.channel))
    throw refuse('its origin', `Name one channel of ${CHANNELS.join(', ')}.`);
  const out: Origin = { channel: origin.channel };
  for (const key of ['client', 'session_id', 'tool'] as const) {
    const value = origin[key];
    if (value === undefined) continue;
    named(value, `its origin.${key}`);
    out[key] = value;
  }
  return out;
}

function instant(timestamp: string | undefined, nowMs: number): string {
  const ms =
    timestamp === undefined ? nowMs : INSTANT.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  const iso = isoTime(ms);
  if (iso === '') throw refuse('its timestamp', 'Use ISO 8601, such as 2026-01-01T00:00:00.000Z.');
  return iso;
}

function named(text: unknown, what: string): void {
  if (
    typeof text !== 'string' ||
    text === '' ||
    text.length > MAX_NAME_LENGTH ||
    !text.isWellFormed()
  )
    throw refuse(what, `Use a well-formed string of 1 to ${MAX_NAME_LENGTH} characters.`);
}

function refuse(what: string, remediation: string): HookloomError {
  return new HookloomError('invalid_request', `The event was refused for ${what}.`, remediation);
}
