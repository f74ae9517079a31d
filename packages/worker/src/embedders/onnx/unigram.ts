/** Unigram: splits a word into the likeliest sequence of pieces. */

export interface Unigram {
  /** Id and log-likelihood. */
  pieces: ReadonlyMap<string, { id: number; score: number }>;
  unknown: number;
  longest: number;
  least: number;
}

/** The cost of an unknown character on top of the least likely piece. */
const UNKNOWN_PENALTY = 10;

export function createUnigram(vocabulary: readonly (readonly [string, number])[], unknown: number) {
  const pieces = new Map<string, { id: number; score: number }>();
  let longest = 1;
  let least = 0;
  vocabulary.forEach(([piece, score], id) => {
    pieces.set(piece, { id, score });
    longest = Math.max(longest, [...piece].length);
    least = Math.min(least, score);
  });
  return { pieces, unknown, longest, least } satisfies Unigram;
}

/** Ids of the likeliest split. Adjacent unknown characters become one. */
export function likeliestPieces(word: string, model: Unigram): number[] {
  const chars = [...word];
  /** The best way to each position: its score, the start of its last piece, and that piece. */
  const best: { score: number; from: number; id: number }[] = [{ score: 0, from: 0, id: -1 }];
  for (let end = 1; end <= chars.length; end++) {
    const lone = best[end - 1]!.score + model.least - UNKNOWN_PENALTY;
    let way = { score: lone, from: end - 1, id: model.unknown };
    let text = '';
    for (let from = end - 1; from >= Math.max(0, end - model.longest); from--) {
      text = chars[from]! + text;
      const piece = model.pieces.get(text);
      if (piece === undefined || piece.id === model.unknown) continue;
      const score = best[from]!.score + piece.score;
      if (score > way.score || (way.id === model.unknown && from === end - 1))
        way = { score, from, id: piece.id };
    }
    best.push(way);
  }
  const ids: number[] = [];
  for (let end = chars.length; end > 0; end = best[end]!.from) {
    const { id } = best[end]!;
    if (id !== model.unknown || ids.at(-1) !== id) ids.push(id);
  }
  return ids.reverse();
}
