/** Dates as terms, so that "in May 2023" finds what happened then: `d@2023-05-07`, `d@2023-05`, `d@2023`, `d@m05`, `d@d05-07`. */

const NAMES =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const MONTHS = new Map(
  NAMES.flatMap((name, i) => [[name, i + 1] as const, [name.slice(0, 3), i + 1] as const]),
);

const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/**
 * The terms of every date in the text.
 *
 * @example dateTerms('since 7 May 2023') // ['d@m05', 'd@2023', 'd@2023-05', 'd@d05-07', 'd@2023-05-07']
 */
export function dateTerms(text: string): string[] {
  const out = new Set<string>();
  for (const m of text.matchAll(/\b(\d{4})-(\d{2})-(\d{2})/g))
    add(out, m[1], Number(m[2]), Number(m[3]));
  if (MONTH.test(text)) monthTerms(out, text.toLowerCase());
  for (const m of text.matchAll(/\b(20\d{2})\b/g)) out.add(`d@${m[1]}`);
  return [...out];
}

function monthTerms(out: Set<string>, lower: string): void {
  for (const m of lower.matchAll(
    /\b(\d{1,2})(?:st|nd|rd|th)?\s{1,3}(?:of\s)?([a-z]{3,9})\.?,?\s{0,3}(\d{4})?/g,
  )) {
    add(out, m[3], MONTHS.get(m[2]!), Number(m[1]));
  }
  for (const m of lower.matchAll(
    /\b([a-z]{3,9})\.?\s{1,3}(\d{1,2})(?:st|nd|rd|th)?\b,?\s{0,3}(\d{4})?/g,
  )) {
    add(out, m[3], MONTHS.get(m[1]!), Number(m[2]));
  }
  for (const m of lower.matchAll(/\b([a-z]{3,9}),?\s{1,3}(\d{4})\b/g))
    add(out, m[2], MONTHS.get(m[1]!));
  for (const m of lower.matchAll(/\b(?:in|on|of|during|since|by|last|this)\s([a-z]{3,9})\b/g)) {
    add(out, undefined, MONTHS.get(m[1]!));
  }
}

let lastDay = '';
let lastTerms: string[] = [];

/** The terms of the day of an event. Caches the last day, because events arrive in order of time. */
export function dayTerms(timestamp: string): string[] {
  if (timestamp.slice(0, 10) === lastDay) return lastTerms;
  const out = new Set<string>();
  const m = /^(\d{4})-(\d{2})-(\d{2})/.exec(timestamp);
  if (m !== null) add(out, m[1], Number(m[2]), Number(m[3]));
  lastDay = timestamp.slice(0, 10);
  lastTerms = [...out];
  return lastTerms;
}

function add(
  out: Set<string>,
  year: string | undefined,
  month: number | undefined,
  day?: number,
): void {
  if (month === undefined || month < 1 || month > 12) return;
  const mm = String(month).padStart(2, '0');
  out.add(`d@m${mm}`);
  if (year !== undefined) {
    out.add(`d@${year}`);
    out.add(`d@${year}-${mm}`);
  }
  if (day === undefined || day < 1 || day > 31) return;
  const dd = String(day).padStart(2, '0');
  out.add(`d@d${mm}-${dd}`);
  if (year !== undefined) out.add(`d@${year}-${mm}-${dd}`);
}
