/** Single events of a log, read together where they stand together: finding one by itself costs a block of the file. */
import type { EventStore, StoredEvent } from '@hookloom/core';

/** Events between two that are wanted which are read along with them, rather than looking for the second one. */
const GAP = 64;

/** By seq; what the log no longer holds is left out. */
export async function readEvents(
  store: EventStore,
  log: string,
  seqs: readonly number[],
): Promise<Map<number, StoredEvent>> {
  const found = new Map<number, StoredEvent>();
  for (const [fromSeq, toSeq] of stretches(seqs)) {
    if (fromSeq === toSeq) {
      const event = await store.at(log, fromSeq);
      if (event !== null) found.set(fromSeq, event);
      continue;
    }
    for await (const event of store.read(log, { fromSeq, toSeq })) found.set(event.seq, event);
  }
  return found;
}

/** Stretches that hold them, each read in one go. */
function stretches(seqs: readonly number[]): [from: number, to: number][] {
  const parts: [number, number][] = [];
  for (const seq of seqs.toSorted((a, b) => a - b)) {
    const last = parts[parts.length - 1];
    if (last !== undefined && seq - last[1] <= GAP) last[1] = seq;
    else parts.push([seq, seq]);
  }
  return parts;
}
