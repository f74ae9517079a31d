/** Cuts a text into the parts that an embedder reads, each of which gets a vector. */

/** The text after these has no vector. */
const MOST_PARTS = 5;
/** A part is at least this share of what the embedder reads. */
const LEAST_SHARE = 0.5;
/** Where a part may end, the best place first. */
const ENDS = [/^[^]*\n/, /^[^]*[.!?;] /, /^[^]*\s/];

/**
 * Parts of at most `chars` characters, in order: each ends with a line if it can, else with a sentence or a word. The
 * parts of an unlimited embedder are the complete text.
 *
 * @example partsOf('Use pnpm. Never npm.', 12) // ['Use pnpm. ', 'Never npm.']
 */
export function partsOf(text: string, chars = Infinity): string[] {
  const parts: string[] = [];
  let from = 0;
  do {
    const part = text.slice(from, from + chars);
    const length = from + part.length === text.length ? part.length : endIn(part);
    parts.push(part.slice(0, length).toWellFormed());
    from += length;
  } while (from < text.length && parts.length < MOST_PARTS);
  return parts;
}

function endIn(part: string): number {
  const least = Math.floor(part.length * LEAST_SHARE);
  const ends = ENDS.map((pattern) => pattern.exec(part.slice(least))?.[0].length);
  const end = ends.find((found) => found !== undefined);
  return end === undefined ? part.length : least + end;
}
