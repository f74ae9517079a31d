/** BM25 over counted terms (Robertson and Zaragoza, 2009), with the parameters measured on short turns and windows. */
const K1 = 1.2;
const B = 0.75;

export interface WeightedTerm {
  term: string;
  /** Documents that contain the term. */
  df: number;
  idf: number;
}

/** A question's terms with their weight in a collection of `count` documents. */
export function weigh(
  terms: readonly string[],
  df: (terms: readonly string[]) => readonly number[],
  count: number,
): WeightedTerm[] {
  const frequencies = df(terms);
  return terms.map((term, at) => {
    const documents = frequencies[at]!;
    return {
      term,
      df: documents,
      idf: Math.log(1 + (count - documents + 0.5) / (documents + 0.5)),
    };
  });
}

/** Score of a text in which term i occurs `counts[i]` times. */
export function bm25(
  terms: readonly WeightedTerm[],
  counts: ArrayLike<number>,
  length: number,
  average: number,
): number {
  let score = 0;
  for (let i = 0; i < terms.length; i++) {
    const tf = counts[i]!;
    if (tf > 0)
      score += (terms[i]!.idf * tf * (K1 + 1)) / (tf + K1 * (1 - B + (B * length) / average));
  }
  return score;
}

/** Share of the question's weight that occurs, 0 to 1. Unknown terms count in full. */
export function coverage(terms: readonly WeightedTerm[], counts: ArrayLike<number>): number {
  let all = 0;
  let found = 0;
  for (let i = 0; i < terms.length; i++) {
    all += terms[i]!.idf;
    if (counts[i]! > 0) found += terms[i]!.idf;
  }
  return all === 0 ? 0 : found / all;
}
