/** The normalised record that replay returns: one shape for all four envelopes. */
import type { JsonObject } from '@hookloom/core';
import type { EnvelopeForm, Origin, Security, StoredEvent } from '@hookloom/core/events';

export interface EventRecord {
  seq: number;
  timestamp: string;
  type: string;
  actor: string;
  thread: string;
  payload: JsonObject;
  security: Security | null;
  /** 64 hex without a prefix, or null for the first event. */
  prev_hash: string | null;
  hash: string;
  id: string;
  parent_event_id: string | null;
  caused_by: string[];
  envelope_version: EnvelopeForm;
  /** Absent in events of older writers. */
  origin?: Origin;
  /** Set when the content was forgotten. */
  shredded?: { by: string; digest: string };
  /** Set for an event of a batch. The hash covers it. */
  batch?: { first: number; size: number };
  /** Of an event of another installation: the origin that the hash covers. */
  sealed_origin?: Origin | null;
}

/** @example toRecord(event).hash === '96061219d0fb3a30704ea745bb280a470967d76a57d78a3d1fe28fce06fd47d4' */
export function toRecord(event: StoredEvent): EventRecord {
  const record: EventRecord = {
    seq: event.seq,
    timestamp: event.timestamp,
    type: event.type,
    actor: event.actorId,
    thread: event.threadId,
    payload: event.payload,
    security: event.security,
    prev_hash: event.previousHash === null ? null : bare(event.previousHash),
    hash: bare(event.hash),
    id: event.id,
    parent_event_id: event.parentEventId,
    caused_by: event.causedBy,
    envelope_version: event.form === 'zaxy.v1' ? 'eventloom.v1' : event.form,
  };
  if (event.origin !== null) record.origin = event.origin;
  if (event.shredded !== null) record.shredded = event.shredded;
  if (event.batch !== undefined) record.batch = event.batch;
  if (event.sealedOrigin !== undefined) record.sealed_origin = event.sealedOrigin;
  return record;
}

function bare(hash: string): string {
  return hash.slice('sha256:'.length);
}
