/** The events of missions in one log, always in their current form: forgotten content is empty. */
import { checkWriter, type Cursor, type EventStore, type StoredEvent } from '@hookloom/core/events';

interface Known {
  cursor: Cursor | undefined;
  seqs: number[];
}

const PREFIX = 'coordination.';
/** Only positions, because the content of an event may be forgotten later. */
const places = new WeakMap<EventStore, Map<string, Known>>();

/** In order. Only events that the coordination operations of this installation wrote. */
export async function missionEvents(store: EventStore, session: string): Promise<StoredEvent[]> {
  const { seqs } = await placesOf(store, session);
  const checked = await store.check(session, seqs);
  return seqs.flatMap((seq) => {
    const each = checked.get(seq);
    if (each?.state !== 'held' || checkWriter(each.event) !== 'authorised') return [];
    return [each.event];
  });
}

async function placesOf(store: EventStore, session: string): Promise<Known> {
  const bySession = places.get(store) ?? new Map<string, Known>();
  places.set(store, bySession);
  const before = bySession.get(session) ?? { cursor: undefined, seqs: [] };
  const now = await follow(store, session, before).catch(() =>
    // The log was replaced, so it is read from its beginning.
    follow(store, session, { cursor: undefined, seqs: [] }),
  );
  bySession.set(session, now);
  return now;
}

async function follow(store: EventStore, session: string, known: Known): Promise<Known> {
  const seqs = [...known.seqs];
  let { cursor } = known;
  const options = cursor === undefined ? {} : { after: cursor };
  for await (const batch of store.readBatches(session, options)) {
    for (const { seq, type } of batch.events) if (type.startsWith(PREFIX)) seqs.push(seq);
    ({ cursor } = batch);
  }
  return { cursor, seqs };
}
