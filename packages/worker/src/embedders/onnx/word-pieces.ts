/** WordPiece: the longest piece at the start of a word, then the longest at the start of the rest. */

export interface WordPieces {
  vocabulary: ReadonlyMap<string, number>;
  unknown: number;
  /** Precedes a piece that does not begin its word. */
  prefix: string;
  /** A longer word is unknown as a whole. */
  maxChars: number;
}

/** Ids of a word's pieces. Only the unknown id if part of the word matches no piece. */
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
