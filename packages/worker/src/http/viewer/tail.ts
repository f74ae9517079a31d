/** Reads a log backwards in windows, with a limit on the events per answer. */
import type { EventStore, StoredEvent } from '@hookloom/core/events';

export interface TailRequest {
  log: string;
  /** Only events before this seq. Default: the whole log. */
  before?: number | undefined;
  limit: number;
  /** How many events to read at most. */
  look: number;
  wanted?: (event: StoredEvent) => boolean;
}

export type Tail = Awaited<ReturnType<typeof readTail>>;

const WINDOW = 512;

/** @example (await readTail(store, { log: 'demo-default', limit: 50, look: 5000 })).events[0] */
export async function readTail(store: EventStore, request: TailRequest) {
  const { log, limit, look, wanted = () => true } = request;
  const head = (await store.head(log))?.seq ?? 0;
  /** Newest first. */
  const events: StoredEvent[] = [];
  let next = Math.min(request.before ?? head + 1, head + 1);
  /** How many events were read. */
  let looked = 0;
  /** The time of the oldest event that was read; null if none was. */
  let since: string | null = null;
  while (next > 1 && events.length < limit && looked < look) {
    const toSeq = next - 1;
    const fromSeq = Math.max(1, toSeq - Math.min(WINDOW, look - looked) + 1);
    const found: StoredEvent[] = [];
    for await (const event of store.read(log, { fromSeq, toSeq })) found.push(event);
    looked += toSeq - fromSeq + 1;
    next = fromSeq;
    since = found[0]?.timestamp ?? since;
    for (const event of found.reverse()) {
      if (!wanted(event)) continue;
      events.push(event);
      if (events.length < limit) continue;
      next = event.seq;
      since = event.timestamp;
      break;
    }
  }
  return {
    events,
    /** Where to continue; null if the log was read to its beginning. */
    before: next > 1 ? next : null,
    looked,
    since,
    head,
  };
}

/** Whether a log has more than `init` writes. Reads only the newest events. */
export async function isUsed(store: EventStore, log: string): Promise<boolean> {
  const wanted = ({ type }: StoredEvent) => type !== 'session.genesis' && type !== 'hook.heartbeat';
  const { events, before } = await readTail(store, { log, limit: 1, look: 8, wanted });
  return events.length > 0 || before !== null;
}
