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
  common: WeightedTerm | null;
}

/**
 * Two common words have few documents in common, and words with a mark as well. To find them, at most so many documents of
 * the rarest word are looked at, the newest: reading all of them takes longer as the log grows.
 */
const MOST_LOOKED_AT = 50_000;
/** Enough for a lane. With fewer, the older documents are looked at as well, unless there are too many of them. */
const ENOUGH = 50;
const MOST_IN_ALL = 200_000;

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
  const common = rarest.df > MOST_LOOKED_AT ? rarest : null;
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
  return (average) => {
    // Lanes of one question read the same postings.
    const held = new Map<string, { ids: number[]; most: number }>();
    const once = (matches: readonly Match[], range: Range, most: number): number[][] => {
      const keyOf = (match: Match): string => `${range[0]} ${JSON.stringify(match)}`;
      const missing = matches.filter((match) => {
        const known = held.get(keyOf(match));
        return known === undefined || (most > known.most && known.ids.length >= known.most);
      });
      const found = missing.length === 0 ? [] : postings.findEach(missing, range, most);
      missing.forEach((match, at) => held.set(keyOf(match), { ids: found[at]!, most }));
      return matches.map((match) => {
        const { ids } = held.get(keyOf(match))!;
        return ids.length <= most ? ids : ids.slice(0, most);
      });
    };

    const starts = new Map<string, number | undefined>();
    /** The documents to look at. */
    const within = ({ parts, most, common }: Choice, range: Range): Range => {
      if (common === null) return range;
      const key = `${range[0]} ${common.term}`;
      if (!starts.has(key))
        starts.set(key, postings.nthNewest(common.term, range, MOST_LOOKED_AT - 1));
      const newest: Range = [starts.get(key) ?? range[0], range[1]];
      if (common.df > MOST_IN_ALL) return newest;
      const [ids] = once([parts[0]!.match], newest, most);
      return ids!.length < ENOUGH ? range : newest;
    };

    return (choice, marks, range, most) => {
      const { parts, most: read } = choice;
      const newest = within(choice, range);
      // Small keys: a map of large numbers takes several times as long.
      const [first] = range;
      const weights = new Map<number, number>();
      const matches = parts.map(({ match }) => match);
      once(matches, newest, read).forEach((found, at) => {
        const { weight } = parts[at]!;
        for (const id of found) weights.set(id - first, (weights.get(id - first) ?? 0) + weight);
      });
      let ids = Array.from(weights.keys(), (place) => place + first);
      if (marks !== null) {
        const wanted = { all: [{ any: marks.any }, { any: matches }] };
        ids = postings.find(wanted, marks.isRare ? range : newest, 'newest', read);
      }
      lengths.load(ids);
      const least = Math.min(...parts.map(({ weight }) => weight));
      return best(ids, most, (id) => {
        // Newer documents than those read for each term may have a mark.
        const weight = weights.get(id - first) ?? least;
        return weight / (1 + K1 * (1 - B + (B * lengths.of(id)) / average));
      });
    };
  };
}

/** Best first, of equal ones the older. Few of many stay, so each is compared with the last of them first. */
function best(ids: readonly number[], most: number, scoreOf: (id: number) => number): number[] {
  const top: { id: number; score: number }[] = [];
  for (const id of ids) {
    const score = scoreOf(id);
    let at = top.length;
    while (at > 0 && comesBefore(id, score, top[at - 1]!)) at--;
    if (at >= most) continue;
    top.splice(at, 0, { id, score });
    if (top.length > most) top.pop();
  }
  return top.map(({ id }) => id);
}

function comesBefore(id: number, score: number, other: { id: number; score: number }): boolean {
  return score > other.score || (score === other.score && id < other.id);
}
