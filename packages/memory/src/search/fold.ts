/** Near-duplicates: rows that differ only in spacing or case fold into the best one, which lists the others. */

/** Keeps the first row of each text and passes every later one to `onto`. */
export function foldSame<T>(
  rows: readonly T[],
  content: (row: T) => string,
  onto: (kept: T, folded: T) => void,
): T[] {
  const kept = new Map<string, T>();
  for (const row of rows) {
    const key = content(row).toLowerCase().replace(/\s+/g, ' ').trim();
    const first = kept.get(key);
    if (first === undefined) kept.set(key, row);
    else onto(first, row);
  }
  return [...kept.values()];
}
