/** Time and ids are injected, so that the same input gives the same bytes. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface Ids {
  /** A new event id, time-sortable: `evt_` and 32 hex characters. */
  eventId(nowMs: number): string;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * ISO 8601 in UTC with milliseconds, like `Date.prototype.toISOString`, but without that call: its first use makes the
 * engine look up the machine's time zone, which costs a hook a quarter of a millisecond. Empty for an instant without a
 * four-digit year.
 *
 * @example isoTime(0) === '1970-01-01T00:00:00.000Z'
 */
export function isoTime(ms: number): string {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) return '';
  const day = `${pad(year, 4)}-${pad(date.getUTCMonth() + 1, 2)}-${pad(date.getUTCDate(), 2)}`;
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map((n) =>
    pad(n, 2),
  );
  return `${day}T${time.join(':')}.${pad(date.getUTCMilliseconds(), 3)}Z`;
}

function pad(n: number, digits: number): string {
  return String(n).padStart(digits, '0');
}
