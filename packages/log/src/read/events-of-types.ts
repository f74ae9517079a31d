/** The few events of some types in a large log: the other lines are skipped without being parsed. */
import type { StoredEvent } from '@hookloom/core/events';
import { assertSessionId } from '@hookloom/core';
import { checkEvents } from './check-events.ts';
import { isBlank } from './committed-lines.ts';
import type { Unavailable } from './valid-lines.ts';
import { createLineReader, openLog } from './open-log.ts';
import {
  createRawSlice,
  findSlice,
  isCanonicalStart,
  isOfType,
  typeEnding,
} from '../envelope/raw-slice.ts';

/**
 * The valid events of these types, in order; each is verified like a citation. Null if the log contains a line in
 * another form than the writer's: then every line has to be parsed.
 *
 * @example eventsOfTypes('/home/dev/app/.eventloom', 'app-default', ['memory.released'])?.map(({ seq }) => seq)
 */
export function eventsOfTypes(
  dir: string,
  session: string,
  types: readonly string[],
  onUnavailable?: (unavailable: Unavailable) => void,
): StoredEvent[] | null {
  const seqs = seqsOfTypes(`${dir}/${assertSessionId(session)}.jsonl`, types);
  if (seqs === null) return null;
  const events: StoredEvent[] = [];
  for (const checked of checkEvents(dir, session, seqs).values()) {
    if (checked.state === 'unavailable') onUnavailable?.(checked.unavailable);
    else if (checked.state === 'held' && types.includes(checked.event.type))
      events.push(checked.event);
  }
  return events;
}

function seqsOfTypes(path: string, types: readonly string[]): number[] | null {
  const log = openLog(path);
  if (log === null) return [];
  const endings = types.map(typeEnding);
  const seqs: number[] = [];
  try {
    const lines = createLineReader(log, 0);
    const slice = createRawSlice();
    while (lines.next() && lines.terminated) {
      const { buffer, start, end, tooLong } = lines;
      if (tooLong) return null;
      if (!isCanonicalStart(buffer, start, end)) {
        if (isBlank(buffer, start, end)) continue;
        return null;
      }
      if (!endings.some((ending) => isOfType(buffer, start, end, ending))) continue;
      if (!findSlice(buffer, start, end, slice)) return null;
      seqs.push(slice.seq);
    }
    return seqs;
  } finally {
    log.close();
  }
}
