/** WordPiece: the longest piece of the vocabulary that a word begins with, then the longest of what is left. */

export interface WordPieces {
  vocabulary: ReadonlyMap<string, number>;
  unknown: number;
  /** Stands before a piece that does not begin its word. */
  prefix: string;
  /** Longer words are unknown as they are. */
  maxChars: number;
}

/** Ids of a word's pieces; the unknown one alone where any part of it is in no piece. */
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
