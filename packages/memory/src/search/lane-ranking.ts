/** The best documents of a lane: the postings of its terms, summed by weight and normalised by document length. */
import type { Database, Match, Range } from '../store/port.ts';
import type { WeightedTerm } from './bm25.ts';
import type { DocumentLengths } from './document-lengths.ts';

/** Which postings a lane reads. */
export interface Choice {
  parts: readonly { match: Match; weight: number }[];
  /** The most to read of one part, newest first. */
  most: number;
  /** A term that all of them have, if it is too common to look at all of its documents. */
  common: string | null;
}

/**
 * Two common words have few documents in common, and words with a mark as well. To find them, at most so many documents of
 * the rarest word are looked at, the newest: reading all of them takes longer as the log grows.
 */
const MOST_LOOKED_AT = 50_000;
/** Enough for a lane. With fewer, the older documents are looked at as well. */
const ENOUGH = 50;

/** The parameters of BM25 for a term that occurs once (bm25.ts). */
const K1 = 1.2;
const B = 0.75;

/** The rarest terms whose postings fit. A common term that does not fit alone is narrowed by the next rarest. */
export function chooseTerms(terms: readonly WeightedTerm[], budget: number): Choice | null {
  const known = terms.filter(({ df }) => df > 0).toSorted((a, b) => a.df - b.df);
  const chosen: WeightedTerm[] = [];
  let sum = 0;
  for (const term of known) {
    if (chosen.length > 0 && sum + term.df > budget) break;
    chosen.push(term);
    sum += term.df;
  }
  const [rarest] = chosen;
  if (rarest === undefined) return null;
  const next = known[chosen.length];
  const common = rarest.df > MOST_LOOKED_AT ? rarest.term : null;
  if (sum > budget && next !== undefined) {
    const match = { all: [rarest.term, next.term] };
    return { parts: [{ match, weight: rarest.idf + next.idf }], most: budget, common };
  }
  return {
    parts: chosen.map(({ term, idf }) => ({ match: term, weight: idf })),
    most: budget,
    common,
  };
}

/** Terms without weights: all count the same. */
export function termsAs(terms: readonly string[], most = 20_000): Choice {
  return { parts: terms.map((term) => ({ match: term, weight: 1 })), most, common: null };
}

/** Marks of which a document must have one. `isRare`: so few have it that they can all be looked at. */
export interface Marks {
  any: readonly string[];
  isRare: boolean;
}

/**
 * Ids in the order of the score, then of the log. With `marks`, only documents that have one of them. SQLite's own
 * ranking costs ten times as much per document as reading its id, and counts every mark through the whole index.
 */
export function createLaneRanking(
  { postings }: Database,
  lengths: DocumentLengths,
): (
  average: number,
) => (choice: Choice, marks: Marks | null, range: Range, most: number) => number[] {
  const matching = (match: Match, range: Range, most: number): number[] =>
    postings.find(match, range, 'newest', most);

  return (average) => {
    // Lanes of one question read the same postings.
    const held = new Map<string, number[]>();
    const once = (match: Match, range: Range, most: number): number[] => {
      const key = `${range[0]} ${most} ${JSON.stringify(match)}`;
      let ids = held.get(key);
      if (ids === undefined) held.set(key, (ids = matching(match, range, most)));
      return ids;
    };

    const starts = new Map<string, number | undefined>();
    /** The documents to look at. */
    const within = ({ parts, most, common }: Choice, range: Range): Range => {
      if (common === null) return range;
      const key = `${range[0]} ${common}`;
      if (!starts.has(key)) starts.set(key, postings.nthNewest(common, range, MOST_LOOKED_AT - 1));
      const newest: Range = [starts.get(key) ?? range[0], range[1]];
      return once(parts[0]!.match, newest, most).length < ENOUGH ? range : newest;
    };

    return (choice, marks, range, most) => {
      const { parts, most: read } = choice;
      const newest = within(choice, range);
      const weights = new Map<number, number>();
      for (const { match, weight } of parts)
        for (const id of once(match, newest, read))
          weights.set(id, (weights.get(id) ?? 0) + weight);
      let ids = [...weights.keys()];
      if (marks !== null) {
        const any = parts.map(({ match }) => match);
        ids = matching({ all: [{ any: marks.any }, { any }] }, marks.isRare ? range : newest, read);
      }
      lengths.load(ids);
      const least = Math.min(...parts.map(({ weight }) => weight));
      return best(ids, most, (id) => {
        // Newer documents than those read for each term may have a mark.
        const weight = weights.get(id) ?? least;
        return weight / (1 + K1 * (1 - B + (B * lengths.of(id)) / average));
      });
    };
  };
}

function best(ids: readonly number[], most: number, scoreOf: (id: number) => number): number[] {
  const scores = Float64Array.from(ids, scoreOf);
  const sorted = Float64Array.from(scores).sort();
  const least = sorted[Math.max(0, sorted.length - most)] ?? 0;
  const top: { id: number; score: number }[] = [];
  ids.forEach((id, i) => {
    if (scores[i]! >= least) top.push({ id, score: scores[i]! });
  });
  return top
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, most)
    .map(({ id }) => id);
}
