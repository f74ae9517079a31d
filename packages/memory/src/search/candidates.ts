/** The documents worth scoring: the best postings for the rarest terms, the named actor and the named date. */
import type { Channel } from '@hookloom/core/events';
import { isUntrusted, UNTRUSTED_CHANNELS } from '../channels.ts';
import type { Database, Range, Match } from '../store/port.ts';
import { docId } from '../store/stored-ids.ts';
import {
  weigh,
  type WeightedTerm,
  type DocumentFrequencies,
  type DocumentLengths,
} from './bm25.ts';
import { AUTHORITY_TERMS, channelTerm, RELIED_TERM } from '../words/marks.ts';
import { relatedTo } from './related-words.ts';
import type { Scope } from './scope.ts';

export interface CandidateRequest {
  terms: readonly WeightedTerm[];
  /** Terms that the answer may have. */
  also: readonly WeightedTerm[];
  /** Actor terms named in the question. */
  actors: readonly string[];
  /** Date terms of the question. */
  dates: readonly string[];
  scope: Scope;
}

export interface Candidate {
  id: number;
  stream: number;
  /** It is among the best of its lane, so the text around it may also be an answer. */
  leads: boolean;
}

export interface Candidates {
  best: Candidate[];
  /** The next rows by the words of the question, best first. A longer list continues a shorter one. */
  further(most: number): Candidate[];
}

const PER_LANE = 50;
/** Limit per lane. For all other rows, neighbours are read only as far as they describe the row itself. */
const LEADING = 25;
/** The candidate search reads at most about this many postings, so its cost does not grow with the log. */
const POSTINGS = 8000;
const RELATED_POSTINGS = 2000;
const PER_RELATED_LANE = 20;
const FACT_POSTINGS = 2000;
/**
 * If reported texts fill the answer, each channel is searched separately; their marks keep the number of matches small.
 */
const FLOODED_POSTINGS = 20_000;
const PER_CHANNEL = 10;
const FLOODED_SHARE = 0.8;
/** Index entries of a document besides its words: dates, speaker, channel, authority. */
const MARKS = 7;
/** `d@2026-11` and longer: a year alone is not selective enough. */
const TELLING_DATE_CHARS = 9;
const ACCEPTED_TERM = AUTHORITY_TERMS.accepted;

export function createCandidateSearch(
  db: Database,
  df: DocumentFrequencies,
  lengths: DocumentLengths,
): (request: CandidateRequest) => Candidates {
  const rankLane = createLaneRanking(db, lengths);
  const placed = (ids: readonly number[]): { candidate: Candidate; channel: Channel }[] =>
    ids.length === 0
      ? []
      : db.neighbours.placed(ids).map(({ id, stream, channel }) => ({
          candidate: { id, stream, leads: false },
          channel: channel as Channel,
        }));
  /** Stems that may replace those of the question. None of them is in the question. */
  function relatedTerms(terms: readonly WeightedTerm[], { documents }: Scope): WeightedTerm[] {
    const asked = new Set(terms.map(({ term }) => term));
    const related = new Set(terms.flatMap(({ term }) => [...relatedTo(term).keys()]));
    const others = [...related].filter((term) => !asked.has(term));
    return weigh(others, df, Math.max(1, documents));
  }

  return ({ terms, also, actors, dates, scope }) => {
    const found = new Map<number, Candidate>();
    const channels = new Map<number, Channel>();
    const rank = rankLane(averageOf(scope));
    const ranges = rangesOf(scope);
    /** Documents that match the chosen terms, or any of the marks. */
    const lane = (choice: Choice, marks: Marks | null = null, most = PER_LANE): number[] =>
      ranges.flatMap((range) => {
        const ids = rank(choice, marks, range, most);
        const fresh = ids.filter((id) => !found.has(id));
        for (const { candidate, channel } of placed(fresh)) {
          found.set(candidate.id, candidate);
          channels.set(candidate.id, channel);
        }
        for (const id of ids.slice(0, LEADING)) {
          const candidate = found.get(id);
          if (candidate !== undefined) candidate.leads = true;
        }
        return ids;
      });
    const choice = chooseTerms(terms, POSTINGS);
    const plain = choice === null ? [] : lane(choice);
    // If there are fewer than requested, these are all, and a narrower lane would only find them again.
    const isCut = plain.length >= PER_LANE;
    if (isCut && isFlooded(plain.map((id) => channels.get(id)))) {
      const wide = chooseTerms(terms, FLOODED_POSTINGS)!;
      lane(wide, frequent(ACCEPTED_TERM));
      lane(wide, frequent(RELIED_TERM));
      for (const channel of UNTRUSTED_CHANNELS)
        lane(wide, frequent(channelTerm(channel)), PER_CHANNEL);
    }
    // Related words are only searched if they are rare enough to read.
    const related = chooseTerms(relatedTerms(terms, scope), RELATED_POSTINGS);
    if (related !== null) lane(related, null, PER_RELATED_LANE);
    const guessed = chooseTerms(also, RELATED_POSTINGS);
    if (guessed !== null) lane(guessed, null, PER_RELATED_LANE);
    const facts = isCut ? chooseTerms(terms, FACT_POSTINGS) : null;
    if (facts !== null) lane(facts, frequent(ACCEPTED_TERM));
    if (isCut && actors.length > 0) lane(choice!, { any: actors, isRare: true });
    const days = dates.filter((term) => term.length >= TELLING_DATE_CHARS);
    if (days.length > 0 && choice === null) lane(termsAs(days));
    else if (days.length > 0 && isCut) lane(choice!, { any: days, isRare: true });
    return {
      best: [...found.values()],
      further(most) {
        if (choice === null || !isCut) return [];
        const deeper = ranges.flatMap((range) =>
          rank(choice, null, range, most + found.size)
            .filter((id) => !found.has(id))
            .map((id, at) => ({ id, at })),
        );
        const ids = deeper.toSorted((a, b) => a.at - b.at).slice(0, most);
        return placed(ids.map(({ id }) => id)).map(({ candidate }) => candidate);
      },
    };
  };
}

function frequent(mark: string): Marks {
  return { any: [mark], isRare: false };
}

/** Nearly all findings are reported texts, and there were more of them. */
function isFlooded(channels: readonly (Channel | undefined)[]): boolean {
  const reported = channels.filter((channel) => channel !== undefined && isUntrusted(channel));
  return reported.length >= channels.length * FLOODED_SHARE;
}

/** Index length of a document, including its marks. */
function averageOf({ tokens, documents }: Scope): number {
  return Math.max(1, tokens / Math.max(1, documents)) + MARKS;
}

/** The visible scope as ranges of ids: the index itself never leaves the scope. Adjacent sessions form one range. */
function rangesOf({ sids, asOfSeq }: Scope): Range[] {
  const ranges: [first: number, last: number][] = [];
  for (const sid of sids) {
    const before = ranges.at(-1);
    const isNext = before !== undefined && before[1] + 1 === docId(sid, 0);
    if (isNext) before[1] = docId(sid, asOfSeq);
    else ranges.push([docId(sid, 0), docId(sid, asOfSeq)]);
  }
  return ranges;
}

/** Which postings a lane reads. */
export interface Choice {
  parts: readonly { match: Match; weight: number }[];
  /** The maximum number of postings to read of one part, newest first. */
  most: number;
  /** A term that all of them contain, if it is too common to read all of its documents. */
  common: WeightedTerm | null;
}

/**
 * Two common words, or a common word and a mark, share few documents. To find these, the search reads at most this many
 * documents of the rarest word, newest first, because reading all of them takes longer as the log grows.
 */
const MOST_LOOKED_AT = 50_000;
/** Enough for a lane. If there are fewer, the older documents are read as well, unless there are too many of them. */
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

/** Terms without weights: all of them count the same. */
export function termsAs(terms: readonly string[], most = 20_000): Choice {
  return { parts: terms.map((term) => ({ match: term, weight: 1 })), most, common: null };
}

/** Marks of which a document must have one. `isRare`: so few documents have one that all of them can be read. */
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
    /** The documents to read. */
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

    const weighed = new Map<Choice, Map<Range, Map<number, number>>>();
    /** Lanes with different marks share one choice. Small keys, because a map of large numbers takes several times as long. */
    const weightsIn = (choice: Choice, range: Range, newest: Range): Map<number, number> => {
      const inRanges = weighed.get(choice) ?? new Map<Range, Map<number, number>>();
      weighed.set(choice, inRanges);
      const known = inRanges.get(range);
      if (known !== undefined) return known;
      const weights = new Map<number, number>();
      const { parts, most } = choice;
      const found = once(
        parts.map(({ match }) => match),
        newest,
        most,
      );
      found.forEach((ids, at) => {
        const { weight } = parts[at]!;
        for (const id of ids)
          weights.set(id - range[0], (weights.get(id - range[0]) ?? 0) + weight);
      });
      inRanges.set(range, weights);
      return weights;
    };

    return (choice, marks, range, most) => {
      const { parts, most: read } = choice;
      const newest = within(choice, range);
      const [first] = range;
      const weights = weightsIn(choice, range, newest);
      const ids =
        marks === null
          ? Array.from(weights.keys(), (place) => place + first)
          : postings.find(
              { all: [{ any: marks.any }, { any: parts.map(({ match }) => match) }] },
              marks.isRare ? range : newest,
              'newest',
              read,
            );
      lengths.load(ids);
      const least = Math.min(...parts.map(({ weight }) => weight));
      return best(ids, most, (id) => {
        // Documents newer than those read for each term may have a mark.
        const weight = weights.get(id - first) ?? least;
        return weight / (1 + K1 * (1 - B + (B * lengths.of(id)) / average));
      });
    };
  };
}

/**
 * Best first; for equal scores, the older one first. Only a few stay, so each document is first compared with the last
 * of them.
 */
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
