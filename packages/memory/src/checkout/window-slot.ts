/** A question about a time needs a row from that time, or a row that names it. */
import type { AskedTimeRow, SearchResult } from '../rows.ts';
import { questionTerms } from '../words/analyze.ts';
import { dateTerms } from '../words/marks.ts';
import type { Row } from './select.ts';

export function isWindow(time: AskedTimeRow | undefined): boolean {
  return time !== undefined && (time.from !== null || time.to !== null);
}

/** True if no window was requested, or one of the rows is inside it. */
export function isInWindow(
  time: AskedTimeRow | undefined,
  query: string,
  rows: readonly Row[],
): boolean {
  if (time === undefined || !isWindow(time)) return true;
  const from = time.from === null ? -Infinity : Date.parse(time.from);
  const to = time.to === null ? Infinity : Date.parse(time.to);
  const named = new Set(dateTerms(query));
  return rows.some(({ validFrom, content }) => {
    const at = Date.parse(validFrom);
    return (at >= from && at < to) || dateTerms(content).some((term) => named.has(term));
  });
}

/** Terms of the question without its date: a record rarely repeats its own day. */
export function beyondTime({ terms, time }: SearchResult): SearchResult['terms'] {
  if (time === undefined || (!isWindow(time) && time.as_of === null)) return terms;
  const spent = new Set(questionTerms(time.phrase));
  return terms.filter(({ term }) => !spent.has(term));
}
