/** What every store of other people's events has in common: it is only read, and what was forgotten here stays so. */
import { statSync } from 'node:fs';
import { HookloomError } from '@hookloom/core/errors';
import type { EventStore } from '@hookloom/core/ports/event-store';
import { gatePath } from '../forget/gate-file.ts';

export interface SharedStore extends Pick<
  EventStore,
  'head' | 'read' | 'readBatches' | 'at' | 'check'
> {
  shared(): string[];
}

/** @param remedy What a person runs where an event is not served; empty for nothing. */
export function readOnly(
  parts: Pick<SharedStore, 'shared' | 'head' | 'readBatches' | 'check'>,
  remedy: string,
): SharedStore {
  return {
    ...parts,
    async *read(session, { fromSeq = 1, toSeq = Infinity, limit = Infinity, onUnavailable } = {}) {
      let left = limit;
      const options = onUnavailable === undefined ? {} : { onUnavailable };
      for await (const { events } of parts.readBatches(session, options))
        for (const event of events)
          if (event.seq >= fromSeq && event.seq <= toSeq && left-- > 0) yield event;
    },
    async at(session, seq) {
      const found = (await parts.check(session, [seq])).get(seq)!;
      if (found.state === 'held') return found.event;
      if (found.state === 'absent') return null;
      const { detail } = found.unavailable;
      throw new HookloomError(
        'corrupt',
        `Event ${seq} of ${session} is not served: ${detail}.`,
        remedy,
      );
    },
  };
}

/** Each call goes to the store of its session. */
export function byStore(
  of: (session: string) => Pick<EventStore, 'head' | 'read' | 'readBatches' | 'at' | 'check'>,
): Pick<EventStore, 'head' | 'read' | 'readBatches' | 'at' | 'check'> {
  return {
    head: (session, since) => of(session).head(session, since),
    read: (session, options) => of(session).read(session, options),
    readBatches: (session, options) => of(session).readBatches(session, options),
    at: (session, seq) => of(session).at(session, seq),
    check: (session, seqs) => of(session).check(session, seqs),
  };
}

/** Changes when something more was forgotten here; empty where nothing was. */
export function gateMark(dir: string): string {
  const stats = statSync(gatePath(dir), { throwIfNoEntry: false });
  return stats === undefined || stats.size === 0
    ? ''
    : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}
