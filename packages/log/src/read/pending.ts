/**
 * The bytes between the last committed event and a `log.recovered` event: torn bytes, lines of a batch that was never
 * finished. The event names their length and digest, so that it cannot be used to drop other bytes.
 */
import { createHash } from 'node:crypto';
import type { StoredEvent } from '@hookloom/core/events';
import { readRange, type ByteSource } from './byte-source.ts';

const NEWLINE = 10;

/**
 * True when `event` is the `log.recovered` event that drops the bytes `[from, to)` of the source: it follows the last
 * committed event, and its payload's `length` and `digest` are those of the bytes, counted with or without the newline
 * that the recovering writer ended them with.
 *
 * @param committed Seq and hash (`sha256:` + hex) of the last committed event; seq 0 and null at the start.
 */
export function isRecoveryOf(
  source: ByteSource,
  from: number,
  to: number,
  event: StoredEvent,
  committed: { seq: number; hash: string | null },
): boolean {
  if (event.type !== 'log.recovered' || event.form !== 'hookloom.v1') return false;
  if (event.seq !== committed.seq + 1 || event.previousHash !== committed.hash) return false;
  const { length, digest } = event.payload;
  const whole = to - from;
  if (length === whole) return digest === digestOf(source, from, to);
  return length === whole - 1 && endsLine(source, to) && digest === digestOf(source, from, to - 1);
}

/** `sha256:` + hex of the bytes `[from, to)`. */
export function digestOf(source: ByteSource, from: number, to: number): string {
  const hash = createHash('sha256');
  for (const piece of readRange(source, from, to)) hash.update(piece);
  return `sha256:${hash.digest('hex')}`;
}

function endsLine(source: ByteSource, to: number): boolean {
  const last = Buffer.alloc(1);
  return source.read(last, 0, 1, to - 1) === 1 && last[0] === NEWLINE;
}
