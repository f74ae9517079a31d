/** Reads single events of a log. Adjacent ones are read together, because each look-up costs a block of the file. */
import type { EventStore, StoredEvent } from '@hookloom/core/events';

/** Up to this gap, the events between two are read along instead of looking up the second one. */
const GAP = 64;

/** By seq. Omits events that are no longer in the log. */
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

/** Ranges that contain them, each read at once. */
function stretches(seqs: readonly number[]): [from: number, to: number][] {
  const parts: [number, number][] = [];
  for (const seq of seqs.toSorted((a, b) => a - b)) {
    const last = parts[parts.length - 1];
    if (last !== undefined && seq - last[1] <= GAP) last[1] = seq;
    else parts.push([seq, seq]);
  }
  return parts;
}
