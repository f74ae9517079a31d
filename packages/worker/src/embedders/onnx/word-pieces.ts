/** WordPiece: the longest vocabulary piece at the start of a word, then the longest of the rest. */

export interface WordPieces {
  vocabulary: ReadonlyMap<string, number>;
  unknown: number;
  /** Precedes a piece that does not begin its word. */
  prefix: string;
  /** Longer words are unknown as a whole. */
  maxChars: number;
}

/** Ids of a word's pieces; only the unknown id if any part of it is in no piece. */
export function piecesOf(word: string, model: WordPieces): number[] {
  const chars = [...word];
  if (chars.length > model.maxChars) return [model.unknown];
  const ids: number[] = [];
  for (let start = 0; start < chars.length;) {
    let end = chars.length;
    let id: number | undefined;
    for (; end > start; end--) {
      const piece = chars.slice(start, end).join('');
      id = model.vocabulary.get(start === 0 ? piece : model.prefix + piece);
      if (id !== undefined) break;
    }
    if (id === undefined) return [model.unknown];
    ids.push(id);
    start = end;
  }
  return ids;
}
