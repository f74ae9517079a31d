/** Reads the newest event of a lane from the index of the projection if it is further back than what was read. Pure. */
import type { Glance } from '@hookloom/memory/glance';
import { CHECKOUT_TYPE, OBSERVATION_TYPES, type SeenEvent, type SessionSeen } from './lanes.ts';

/** Whether the projection could add something: an event is missing, and the log continues further back. */
export function asksForOlder({ window, lanes, latest_checkout: checkout }: SessionSeen): boolean {
  return (
    !window.complete &&
    (checkout === null || OBSERVATION_TYPES.some((type) => lanes[type].latest === null))
  );
}

/**
 * Fills in what is missing for the session. The projection does not separate calls of our own tools, so tool calls stay
 * as read.
 */
export function withOlder(seen: SessionSeen, glance: Glance | null): SessionSeen {
  const known = glance?.sessions.find(({ session }) => session === seen.session);
  if (known === undefined || !asksForOlder(seen)) return seen;
  const older = (type: string): SeenEvent | null => {
    const found = known.latest[type];
    if (found === undefined) return null;
    // The hash is in the log, which is not read for it.
    const unread = { hash: null, thread: seen.session, source: null, trigger: null };
    return { ...found, ...unread, type };
  };
  const lanes = { ...seen.lanes };
  for (const type of OBSERVATION_TYPES) {
    if (type === 'tool.call.completed' || lanes[type].latest !== null) continue;
    const latest = older(type);
    if (latest !== null) lanes[type] = { count: 1, latest, count_is_lower_bound: true };
  }
  return { ...seen, lanes, latest_checkout: seen.latest_checkout ?? older(CHECKOUT_TYPE) };
}
