/** How much two statements say the same, by their words. */

const SAME_FROM = 0.75;
/** Of statements with at least this many words. */
const LONG_WORDS = 6;
const SAME_OF_LONG = 0.6;

/** Above it, a statement counts as repeated. */
export function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const least = Math.min(a.size, b.size);
  return least >= 3 && sharedOf(a, b) >= (least < LONG_WORDS ? SAME_FROM : SAME_OF_LONG);
}

/** As a share of the shorter text's words. */
export function sharedOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared / Math.max(1, small.size);
}
