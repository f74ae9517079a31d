/** Lines as the writer seals them, for the tests of reading. */
import { sha256Hex, type JsonObject } from '@hookloom/core';
import { sealEvent, type PreparedEvent } from '../envelope/seal.ts';

export interface Wanted {
  type?: string;
  actorId?: string;
  payload?: JsonObject;
  /** This many events, this one included, form a batch. */
  batchOf?: number;
  id?: string;
  redactedPaths?: string[];
}

export interface SealedLine {
  line: string;
  hash: string;
  seq: number;
  id: string;
}

export interface LogBuilder {
  readonly lines: SealedLine[];
  add(...events: Wanted[]): LogBuilder;
  /** Text without an event; the next event links to the one before it. */
  raw(text: string): LogBuilder;
  bytes(): Buffer;
  readonly head: { seq: number; hash: string } | null;
}

/** A log in our own form, starting after `after` if one is given. */
export function buildLog(session = 'demo', after?: { seq: number; hash: string }): LogBuilder {
  const lines: SealedLine[] = [];
  const parts: string[] = [];
  let seq = after?.seq ?? 0;
  let hash = after?.hash ?? null;
  let batch: { first: number; size: number } | null = null;
  const builder: LogBuilder = {
    lines,
    add(...events) {
      for (const wanted of events) {
        if (wanted.batchOf !== undefined) batch = { first: seq + 1, size: wanted.batchOf };
        const event = prepared(wanted, seq + 1);
        const sealed = sealEvent(event, {
          seq: seq + 1,
          previousHash: hash,
          threadId: session,
          batch,
        });
        seq++;
        hash = sealed.hash;
        lines.push({ ...sealed, seq, id: event.id });
        parts.push(`${sealed.line}\n`);
        if (batch !== null && seq === batch.first + batch.size - 1) batch = null;
      }
      return builder;
    },
    raw(text) {
      parts.push(text);
      return builder;
    },
    bytes: () => Buffer.from(parts.join('')),
    get head() {
      return hash === null ? null : { seq, hash };
    },
  };
  return builder;
}

/** The event with which a writer accounts for `pending` bytes. */
export function recovery(pending: string, length = Buffer.byteLength(pending)): Wanted {
  const digest = `sha256:${sha256Hex(pending)}`;
  const payload = { reason: 'torn_tail', offset: 0, length, digest, kept: false };
  return { type: 'log.recovered', actorId: 'hookloom', payload };
}

function prepared(wanted: Wanted, seq: number): PreparedEvent {
  return {
    id: wanted.id ?? `evt_${String(seq).padStart(12, '0')}`,
    type: wanted.type ?? 'decision.made',
    actorId: wanted.actorId ?? 'assistant',
    payload: wanted.payload ?? { decision: `Use JSONL, part ${seq}` },
    origin: { channel: 'user' },
    redactedPaths: wanted.redactedPaths ?? [],
    parentEventId: null,
    causedBy: [],
    timestamp: '2026-01-01T00:00:00.000Z',
  };
}
