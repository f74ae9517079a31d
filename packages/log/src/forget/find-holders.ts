/** Every event that contains a forgotten text, in all sessions: copies, quotations, questions that repeat it. */
import { eventClass, type StoredEvent } from '@hookloom/core/events';
import { logPath } from '../read/open-log.ts';
import { recordedEvents } from '../read/read-events.ts';
import { listSessions } from '../installation/log-directory.ts';
import type { ChooseLine } from '../read/wanted-lines.ts';
import { typeOf } from '../envelope/raw-slice.ts';
import type { GateValue } from '../gate/gate-values.ts';
import type { Gate } from '../gate/gate.ts';
import { createLineFilter } from './line-filter.ts';

/** These types contain digests and must keep their content. */
export const KEPT_TYPES: ReadonlySet<string> = new Set(['memory.forgotten', 'log.recovered']);

export interface Holder {
  session: string;
  event: StoredEvent;
}

/**
 * In the order of sessions and events. An event without content contains no text.
 *
 * @param values The values of the gate, if they are known. Other lines are then not parsed.
 */
export function* findHolders(
  dir: string,
  gate: Gate,
  values?: readonly GateValue[],
): Generator<Holder> {
  const look = values && chooseLines(values);
  for (const session of listSessions(dir)) {
    for (const event of recordedEvents(logPath(dir, session), look)) {
      if (event.shredded !== null || KEPT_TYPES.has(event.type)) continue;
      if (gate.mask(event).paths.length > 0) yield { session, event };
    }
  }
}

/** Finds the lines that may contain one of `values`, and the telemetry that may contain one of `asked`. */
export function chooseLines(
  values: readonly GateValue[],
  asked: readonly GateValue[] = [],
): ChooseLine {
  const filter = createLineFilter([values, asked]);
  return (buffer, start, end, { cutStart, cutEnd }) => {
    filter.begin();
    filter.read(buffer, start, cutStart);
    filter.read(buffer, cutEnd, end);
    const found = filter.found();
    return (
      (found & 1) !== 0 || (found !== 0 && eventClass(typeOf(buffer, start, end)) === 'telemetry')
    );
  };
}
