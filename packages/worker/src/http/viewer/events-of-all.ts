/** `/api/viewer/events?ws=all`: the newest events of every project as one list. */
import { invalidRequest } from '@hookloom/core';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { withCurrentState } from './current-state.ts';
import { correctedNotes, type Filter } from './corrected-notes.ts';
import { viewedLogs, type Here } from './viewed-log.ts';
import { eventLine, type EventLine } from './event-row.ts';
import { readTail, type Tail } from './tail.ts';
import type { StoredEvent } from '@hookloom/core/events';

const timeOf = ({ timestamp }: StoredEvent): number => Date.parse(timestamp);

/** Events of one log to read for one page. */
const LOOK = 5000;

interface ProjectLine extends EventLine {
  slot: number;
  project: string;
}

export async function eventsOfAll(
  workspaces: Workspaces,
  query: Here & { before: string | undefined; text: string | undefined },
  { limit, wanted }: { limit: number; wanted: Filter },
) {
  const cursor = cursorOf(query.before);
  const parts = await Promise.all(
    (await viewedLogs(workspaces, query)).map(async ({ open, log }) => {
      const from = cursor?.get(open.slot);
      // A log that is missing from the cursor was read to its beginning.
      const before = cursor === null ? undefined : (from ?? 1);
      const corrected = await correctedNotes(open, log, query.text);
      const tail = await readTail(open.runtime.store, {
        log,
        before,
        limit,
        look: LOOK,
        wanted: (event) => wanted(event, corrected),
      });
      return { open, log, tail };
    }),
  );
  const newest = mergeTails(parts, limit);
  const shown = new Set(newest.map(({ event }) => event));
  const lines = new Map<string, ProjectLine>();
  for (const { open, log, tail } of parts) {
    const { slot, project } = open;
    const own = tail.events.filter((event) => shown.has(event)).map(eventLine);
    for (const line of await withCurrentState(open, log, own))
      lines.set(`${slot} ${line.seq}`, { ...line, slot, project: project.alias });
  }
  const next = parts.flatMap(({ open, tail }) => {
    const left = tail.events.find((event) => !shown.has(event));
    const before = left === undefined ? tail.before : left.seq + 1;
    return before === null ? [] : [`${open.slot}:${before}`];
  });
  return {
    events: newest.map(({ part, event }) => lines.get(`${part.open.slot} ${event.seq}`)!),
    before: next.length === 0 ? null : next.join(','),
    looked: parts.reduce((sum, { tail }) => sum + tail.looked, 0),
    head: parts.reduce((sum, { tail }) => sum + tail.head, 0),
  };
}

function cursorOf(text: string | undefined): Map<number, number> | null {
  if (text === undefined) return null;
  if (!/^\d{1,3}:\d{1,15}(,\d{1,3}:\d{1,15})*$/.test(text))
    throw invalidRequest(
      'before is not a position in these logs.',
      'Send the value from the previous page.',
    );
  return new Map(text.split(',').map((part) => part.split(':').map(Number) as [number, number]));
}

/**
 * Sorts by time, but keeps the order within a log, so that a page ends at one seq in each log. If a filter found no
 * more events in a log that continues, nothing older than what was read of it is returned yet: the rest of that log may
 * be newer.
 */
export function mergeTails<Part extends { tail: Tail }>(parts: Part[], limit: number) {
  const taken = new Map<Part, number>(parts.map((part) => [part, 0]));
  const newest: { part: Part; event: StoredEvent }[] = [];
  while (newest.length < limit) {
    const heads = parts.flatMap((part) => {
      const event = part.tail.events[taken.get(part)!];
      return event === undefined ? [] : [{ part, event }];
    });
    const [first, ...others] = heads;
    if (first === undefined) break;
    const next = others.reduce(
      (best, one) => (timeOf(one.event) > timeOf(best.event) ? one : best),
      first,
    );
    const isTooEarly = parts.some(
      (part) =>
        part.tail.before !== null &&
        part.tail.since !== null &&
        taken.get(part) === part.tail.events.length &&
        timeOf(next.event) < Date.parse(part.tail.since),
    );
    if (isTooEarly) break;
    taken.set(next.part, taken.get(next.part)! + 1);
    newest.push(next);
  }
  return newest;
}
