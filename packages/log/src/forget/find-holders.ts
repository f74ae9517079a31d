/** Every event that contains a forgotten text, in all sessions: copies, quotations, questions that repeat it. */
import type { StoredEvent } from '@hookloom/core/events';
import { logPath } from '../read/open-log.ts';
import { listSessions, recordedEvents } from '../read/read-events.ts';
import type { Gate } from '../gate/gate.ts';

/** Evidence and vouchers: they contain digests and must keep their content. */
export const KEPT_TYPES: ReadonlySet<string> = new Set(['memory.forgotten', 'log.recovered']);

export interface Holder {
  session: string;
  event: StoredEvent;
}

/** In the order of sessions and events. An event without content contains nothing. */
export function* findHolders(dir: string, gate: Gate): Generator<Holder> {
  for (const session of listSessions(dir)) {
    for (const event of recordedEvents(logPath(dir, session))) {
      if (event.shredded !== null || KEPT_TYPES.has(event.type)) continue;
      if (gate.mask(event).paths.length > 0) yield { session, event };
    }
  }
}
