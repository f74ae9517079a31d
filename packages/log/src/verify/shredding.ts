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

export type Vouching = ReturnType<typeof createVouching>;

/** @param count Lines that were certified in a prefix that was verified before. */
export function createVouching(count: number) {
  const outstanding = new Map<string, Outstanding>();
  let vouched = count;
  return {
    /** Null if the line is a well-formed shredded line; it then waits for its certificate. */
    admit(line: Buffer, { id, seq, form, payload, shredded }: StoredEvent): Fault | null {
      const text = line.toString('utf8');
      const strict = isUtf8(line) && (form !== 'hookloom.v1' || isCanonical(text));
      if (shredded === null || !strict || Object.keys(payload).length > 0)
        return { reason: 'unreadable_line', detail: 'a shredded line contains more than its stub' };
      if (outstanding.has(id))
        return { reason: 'unvouched_shredding', detail: `two shredded lines have the id ${id}` };
      outstanding.set(id, { seq, ...shredded, frame: frameDigest(text) });
      return null;
    },
    /** Call for every committed `memory.forgotten` event, in order. */
    vouch({ id: by, payload }: StoredEvent) {
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
    /** Number of certified lines. */
    get count() {
      return vouched;
    },
    /** The first line that nothing certifies. */
    first(): { seq: number; by: string } | null {
      let first: Outstanding | null = null;
      for (const line of outstanding.values())
        if (first === null || line.seq < first.seq) first = line;
      return first;
    },
  };
}
