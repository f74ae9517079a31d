/** The documents worth scoring: the best postings for the rarest terms, the named actor and the named date. */
import type { Channel } from '@hookloom/core/events';
import { isUntrusted, UNTRUSTED_CHANNELS } from '../channels.ts';
import type { Database, Range } from '../store/port.ts';
import { docId } from '../store/doc-id.ts';
import { weigh, type WeightedTerm } from './bm25.ts';
import {
  chooseTerms,
  createLaneRanking,
  termsAs,
  type Choice,
  type Marks,
} from './lane-ranking.ts';
import type { DocumentFrequencies } from './document-frequencies.ts';
import type { DocumentLengths } from './document-lengths.ts';
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
  /** Among the best of its lane, so that the text around it may answer, too. */
  leads: boolean;
}

export interface Candidates {
  best: Candidate[];
  /** The next ones by the words of the question, best first: a longer list continues a shorter one. */
  further(most: number): Candidate[];
}

const PER_LANE = 50;
/** Per lane. For all other rows, the surroundings are only read as far as they describe the row itself. */
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
    /** Documents that match the chosen terms, or any of the marks, too. */
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
    // Fewer than requested means these are all: a narrower lane would only find them again.
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

/** Reported texts are nearly all of the findings, and there were more. */
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
