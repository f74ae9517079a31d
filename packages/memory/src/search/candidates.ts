/** The documents worth scoring: best of the postings for the rarest terms, of the named actor, of the named date. */
import type { Channel } from '@hookloom/core';
import { isUntrusted, UNTRUSTED_CHANNELS } from '../channels.ts';
import type { Database, Row } from '../stores/sqlite/driver.ts';
import { docId } from '../stores/sqlite/doc-id.ts';
import type { WeightedTerm } from './bm25.ts';
import { channelTerm, RELIED_TERM } from './marks.ts';
import { relatedTo } from './related-words.ts';
import type { Scope } from './scope.ts';

export interface CandidateRequest {
  terms: readonly WeightedTerm[];
  /** Actor terms named in the question. */
  actors: readonly string[];
  /** Date terms of the question. */
  dates: readonly string[];
  scope: Scope;
}

export interface Candidate {
  id: number;
  stream: number;
  /** Among the best of its lane: what stands around it may answer, too. */
  leads: boolean;
}

const PER_LANE = 50;
/** Of a lane: the surroundings of the others are only read as far as they say what the row itself is about. */
const LEADING = 25;
/** The search for candidates reads at most about this many postings, so its cost does not grow with the log. */
const POSTINGS = 8000;
const RELATED_POSTINGS = 2000;
const PER_RELATED_LANE = 20;
const FACT_POSTINGS = 2000;
/** Where reported texts fill the answer, each channel is asked for as such; their marks keep the number of matches small. */
const FLOODED_POSTINGS = 20_000;
const PER_CHANNEL = 10;
const FLOODED_SHARE = 0.8;
/** `d@2026-11` and longer: a year alone is no reason to look at a document. */
const TELLING_DATE_CHARS = 9;

export function createCandidateSearch(
  db: Database,
  df: (term: string) => number,
): (request: CandidateRequest) => Candidate[] {
  const search = db.prepare(
    `SELECT d.id AS id, d.stream AS stream, d.channel AS channel FROM
     (SELECT rowid AS id FROM postings WHERE postings MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rank LIMIT ?) p JOIN docs d ON d.id = p.id`,
  );
  /** Stems that speak for those of the question; none of them is one of it. */
  function relatedTerms(terms: readonly WeightedTerm[]): Pick<WeightedTerm, 'term' | 'df'>[] {
    const asked = new Set(terms.map(({ term }) => term));
    const related = new Set(terms.flatMap(({ term }) => [...relatedTo(term).keys()]));
    return [...related].filter((term) => !asked.has(term)).map((term) => ({ term, df: df(term) }));
  }

  return ({ terms, actors, dates, scope }) => {
    const found = new Map<number, Candidate>();
    const ranges = rangesOf(scope);
    const lane = (match: string, most = PER_LANE): Row[] =>
      ranges.flatMap(([first, last]) => {
        const rows = search.all(match, first, last, most);
        for (const [at, row] of rows.entries()) {
          const id = Number(row['id']);
          const leads = at < LEADING || found.get(id)?.leads === true;
          found.set(id, { id, stream: Number(row['stream']), leads });
        }
        return rows;
      });
    const match = matchOf(terms, POSTINGS);
    const plain = match === null ? [] : lane(match);
    // Fewer than were asked for are all there are: a narrower lane would only find them again.
    const isCut = plain.length >= PER_LANE;
    if (isFlooded(plain)) {
      const wide = matchOf(terms, FLOODED_POSTINGS)!;
      lane(`"f@accepted" AND (${wide})`);
      lane(`"${RELIED_TERM}" AND (${wide})`);
      for (const channel of UNTRUSTED_CHANNELS)
        lane(`"${channelTerm(channel)}" AND (${wide})`, PER_CHANNEL);
    }
    // What is related is only looked for where it is rare enough to be read.
    const related = matchOf(relatedTerms(terms), RELATED_POSTINGS);
    if (related !== null) lane(related, PER_RELATED_LANE);
    const facts = isCut ? matchOf(terms, FACT_POSTINGS) : null;
    if (facts !== null) lane(`"f@accepted" AND (${facts})`);
    if (isCut && actors.length > 0) lane(`(${anyOf(actors)}) AND (${match})`);
    const days = dates.filter((term) => term.length >= TELLING_DATE_CHARS);
    if (days.length > 0 && match === null) lane(anyOf(days));
    else if (days.length > 0 && isCut) lane(`(${anyOf(days)}) AND (${match})`);
    return [...found.values()];
  };
}

/** Reported texts have nearly all of what was found, and there was more. */
function isFlooded(rows: readonly Row[]): boolean {
  const reported = rows.filter(({ channel }) => isUntrusted(String(channel) as Channel)).length;
  return rows.length >= PER_LANE && reported >= rows.length * FLOODED_SHARE;
}

/** What may be seen, as ranges of ids: the index itself never leaves the scope. Sessions that lie side by side are one. */
function rangesOf({ sids, asOfSeq }: Scope): [first: number, last: number][] {
  const ranges: [first: number, last: number][] = [];
  for (const sid of sids) {
    const before = ranges.at(-1);
    const isNext = before !== undefined && before[1] + 1 === docId(sid, 0);
    if (isNext) before[1] = docId(sid, asOfSeq);
    else ranges.push([docId(sid, 0), docId(sid, asOfSeq)]);
  }
  return ranges;
}

/** The rarest terms whose postings fit; a common term that does not fit alone is narrowed by the next rarest. */
function matchOf(
  terms: readonly Pick<WeightedTerm, 'term' | 'df'>[],
  budget: number,
): string | null {
  const known = terms.filter(({ df }) => df > 0).toSorted((a, b) => a.df - b.df);
  const chosen: string[] = [];
  let sum = 0;
  for (const { term, df } of known) {
    if (chosen.length > 0 && sum + df > budget) break;
    chosen.push(term);
    sum += df;
  }
  if (chosen.length === 0) return null;
  const next = known[chosen.length];
  return sum > budget && next !== undefined
    ? `${quote(chosen[0]!)} AND ${quote(next.term)}`
    : anyOf(chosen);
}

function anyOf(terms: readonly string[]): string {
  return terms.map(quote).join(' OR ');
}

function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
