import { invalidRequest } from './errors.ts';

/**
 * A time that a caller gave, in milliseconds since 1970; null: none was given. Without a zone, it is in UTC.
 *
 * @example timeIn('since_time', '2026-11-21') === 1795219200000
 */
export function timeIn(field: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const isBare = /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text);
  const ms = Date.parse(isBare ? `${text}Z` : text);
  if (!Number.isNaN(ms)) return ms;
  throw invalidRequest(
    `${field} is not a valid time.`,
    'Send ISO 8601, such as 2026-11-21T10:00:00Z.',
  );
}
