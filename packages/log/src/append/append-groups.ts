/** Seals and writes groups of events in one write. Each group becomes visible completely or not at all. */
import type { Group, Key } from './delivery-note.ts';
import { lstatSync } from 'node:fs';
import type { AppendResult } from '@hookloom/core/events';
import { sealEvent, type PreparedEvent } from '../envelope/seal.ts';
import { guardGroups } from '../gate/guard.ts';
import { claimLog } from '../installation/claim-log.ts';
import { writeMark, writeHeadTo } from '../files/high-water.ts';
import { deliveryKey } from './deliveries.ts';
import type { OpenLog } from './open-log.ts';
import { writeAll } from '../files/owned-file.ts';

/**
 * Appends under the lock, recoveries first; a delivery that was appended before is answered with its first position.
 * After this returns, the events are in the log. If it throws, none of them is acknowledged: bytes that were written
 * are a torn tail for the next writer.
 */
export function appendGroups(open: OpenLog, groups: Group[]): AppendResult[][] {
  const lines: string[] = [];
  let offset = open.size + (open.unterminated ? 1 : 0);
  let { seq, hash } = open;

  function seal(event: PreparedEvent, batch: { first: number; size: number } | null): AppendResult {
    const previousHash = hash;
    const sealed = sealEvent(event, {
      seq: seq + 1,
      previousHash,
      threadId: open.log.session,
      batch,
    });
    lines.push(sealed.line);
    offset += Buffer.byteLength(sealed.line) + 1;
    seq++;
    hash = sealed.hash;
    return { seq, hash, previousHash, id: event.id, duplicate: false };
  }

  function sealGroup({ events, key }: Group): AppendResult[] {
    const before = key === undefined ? null : open.deliveries.find(key);
    if (before !== null) return events.map(({ id }) => ({ ...before, id }));
    const keys = events.map(deliveryKey);
    const known = keys.map((own) => (own === null ? null : open.deliveries.find(own)));
    const firsts = firstOfEach(keys);
    const fresh = known.filter((found, i) => found === null && firsts[i] === i).length;
    const batch = fresh > 1 ? { first: seq + 1, size: fresh } : null;
    const results: AppendResult[] = [];
    let noted = key;
    for (const [i, event] of events.entries()) {
      const earlier = known[i] ?? results[firsts[i]!];
      if (earlier !== undefined) {
        results.push({ ...earlier, duplicate: true });
        continue;
      }
      const start = offset;
      const result = seal(event, batch);
      const own = keys[i] ?? null;
      if (own !== null) open.deliveries.note(own, start, result);
      if (noted !== undefined) open.deliveries.note(noted, start, result);
      noted = undefined;
      results.push(result);
    }
    return results;
  }

  for (const event of open.recoveries) seal(event, null);
  const { dir } = open.log;
  // An empty file means that nothing was ever forgotten here. If it is missing, the gate must be built
  // (`gate/gate-file.ts`).
  const isOpen = lstatSync(`${dir}/runtime/forgotten`, { throwIfNoEntry: false })?.size === 0;
  const results = (isOpen ? groups : guardGroups(dir, groups)).map(sealGroup);
  if (lines.length === 0 || hash === null) return results;

  open.deliveries.flush();
  writeAll(open.fd, Buffer.from(`${open.unterminated ? '\n' : ''}${lines.join('\n')}\n`), null);
  open.seq = seq;
  open.hash = hash;
  open.size = offset;
  open.unterminated = false;
  open.recoveries = [];
  open.log.end = { ino: open.ino, size: offset, seq, hash };
  try {
    writeHeadTo(open.headFd, { seq, hash, size: offset });
    if (open.mark !== null) {
      Object.assign(open.mark, { seq, hash, size: offset });
      writeMark(open.log.markPath!, open.mark);
      // The first append to a new log: its first event is known from now on.
      if (open.mark.genesis === null) open.mark = claimLog(dir, open.log.session);
    }
  } catch {
    // The events are written; the next append updates a head file or a mark that lags behind.
  }
  return results;
}

/** For every key the index of its first occurrence: an append may contain the same delivery twice. */
function firstOfEach(keys: (Key | null)[]): number[] {
  const first = new Map<string, number>();
  return keys.map((key, i) => {
    if (key === null) return i;
    const name = key.digest + key.scope;
    if (!first.has(name)) first.set(name, i);
    return first.get(name)!;
  });
}
