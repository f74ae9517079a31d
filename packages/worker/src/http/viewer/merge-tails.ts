/** The newest events of several logs as one list. */
import type { StoredEvent } from '@hookloom/core/ports/event-store';
import type { Tail } from './tail.ts';

/**
 * By time. Events of one log keep its order, whatever their times, so that a page ends at one place in each. If a
 * filter passed nothing more of a log that continues, nothing older than the part read there is returned yet: the rest
 * of that log may be newer.
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

const timeOf = ({ timestamp }: StoredEvent): number => Date.parse(timestamp);
