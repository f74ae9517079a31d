/**
 * Which shredded lines are certified: a later `memory.forgotten` event of the same log must name id, seq and digest.
 */
import { isUtf8 } from 'node:buffer';
import { isJsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { frameDigest } from '../envelope/shredded-line.ts';
import { isCanonical, type Fault } from '../envelope/event-hash.ts';

interface Outstanding {
  seq: number;
  by: string;
  digest: string;
  frame: string;
}

export interface Vouching {
  /** Null if the line is a well-formed shredded line; it then waits for its certificate. */
  admit(line: Buffer, event: StoredEvent): Fault | null;
  /** Call for every committed `memory.forgotten` event, in order. */
  vouch(forgotten: StoredEvent): void;
  /** Number of certified lines. */
  readonly count: number;
  /** The first line that nothing certifies. */
  first(): { seq: number; by: string } | null;
}

/** @param count Lines that were certified in a prefix that was verified before. */
export function createVouching(count: number): Vouching {
  const outstanding = new Map<string, Outstanding>();
  let vouched = count;
  return {
    admit(line, { id, seq, form, payload, shredded }) {
      const text = line.toString('utf8');
      const strict = isUtf8(line) && (form !== 'hookloom.v1' || isCanonical(text));
      if (shredded === null || !strict || Object.keys(payload).length > 0)
        return { reason: 'unreadable_line', detail: 'a shredded line contains more than its stub' };
      if (outstanding.has(id))
        return { reason: 'unvouched_shredding', detail: `two shredded lines have the id ${id}` };
      outstanding.set(id, { seq, ...shredded, frame: frameDigest(text) });
      return null;
    },
    vouch({ id: by, payload }) {
      const { events } = payload;
      if (outstanding.size === 0 || !Array.isArray(events)) return;
      for (const entry of events) {
        if (!isJsonObject(entry) || typeof entry['id'] !== 'string') continue;
        const line = outstanding.get(entry['id']);
        if (line === undefined || line.by !== by) continue;
        const { seq, digest, frame } = entry;
        if (seq !== line.seq || digest !== line.digest || frame !== line.frame) continue;
        outstanding.delete(entry['id']);
        vouched++;
      }
    },
    get count() {
      return vouched;
    },
    first() {
      let first: Outstanding | null = null;
      for (const line of outstanding.values())
        if (first === null || line.seq < first.seq) first = line;
      return first;
    },
  };
}
