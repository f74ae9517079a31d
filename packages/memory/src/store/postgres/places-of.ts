/** Each word once, with its places as PostgreSQL writes a list. */
export function placesOf(words: readonly string[]): { terms: string[]; at: string[] } {
  const places = new Map<string, number[]>();
  words.forEach((word, at) => {
    const known = places.get(word);
    if (known === undefined) places.set(word, [at]);
    else known.push(at);
  });
  return {
    terms: [...places.keys()],
    at: [...places.values()].map((list) => `{${list.join(',')}}`),
  };
}
