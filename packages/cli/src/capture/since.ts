/** The earliest time of sessions to import. */

/**
 * Epoch milliseconds; null for `all`.
 *
 * @throws Error with a sentence that names the expected formats
 * @example parseSince('2026-11-01') // → midnight of that day here
 */
export function parseSince(text: string): number | null {
  if (text === 'all') return null;
  // A date without a time is a day in the user's time zone.
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const ms =
    isDay || /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)
      ? Date.parse(isDay ? `${text}T00:00` : text)
      : Number.NaN;
  if (Number.isFinite(ms) && isOfCalendar(text)) return ms;
  throw new Error('Give a date such as 2026-11-01, or all.');
}

/** Without this check, day 31 of a shorter month would become a day of the next month. */
function isOfCalendar(text: string): boolean {
  const day = `${text.slice(0, 10)}T00:00:00.000Z`;
  return new Date(day).toISOString() === day;
}
