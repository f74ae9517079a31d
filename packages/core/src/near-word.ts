/** Finds the word that a person probably meant. */
const MAX_DISTANCE = 2;

/**
 * The closest word that differs in at most two characters.
 *
 * @example nearWord('pre_tool_used', ['pre_tool_use', 'stop']) === 'pre_tool_use'
 */
export function nearWord(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((other) => ({ other, far: distance(word, other) }))
    .sort((one, other) => one.far - other.far);
  return ranked[0] !== undefined && ranked[0].far <= MAX_DISTANCE ? ranked[0].other : undefined;
}

/** Characters to insert, delete, replace or swap with their neighbour. */
export function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_DISTANCE) return MAX_DISTANCE + 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[other.length]!;
}
