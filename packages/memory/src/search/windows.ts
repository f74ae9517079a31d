/**
 * Scores candidates together with the surrounding conversation: a turn is short, and its neighbours show its subject.
 */
import type { Channel } from '@hookloom/core/events';
import { seqOfDoc, sidOfDoc, docId } from '../store/stored-ids.ts';
import type { Database, DocumentRange } from '../store/port.ts';
import { bm25, coverage, type WeightedTerm } from './bm25.ts';
import type { Candidate } from './candidates.ts';
import { countTerms, type TermCounts } from './count-terms.ts';
import { asksSomething, endsAsking, tellsTime } from '../words/marks.ts';

const RECORD = /^(?:hook|session|workspace|source|tool\.call|command|file\.edit)\./;

export interface Scored {
  id: number;
  sid: number;
  seq: number;
  actor: string;
  channel: Channel;
  own: number;
  window1: number;
  window3: number;
  window5: number;
  /** The score of the question in the turn before it. */
  answers: number;
  /** 1 if it names a time and one was requested. */
  told: number;
  /** 1 if the text itself ends with a question. */
  asks: number;
  /** 1 if the question names the actor. */
  named: number;
  /** The words that the answer may use, 0 to 1. */
  also: number;
  date: number;
  /** Inside the window of the question, 0 or 1; and its place in the requested order. */
  time?: number;
  order?: number;
  /** Vector similarity of the text and the question, 0 to 1; 0 without vectors. */
  vector: number;
  /** The mean similarity of the turns around. */
  vectorWindow: number;
  /** Share of the question's weight in the text itself, and within three turns of it. */
  coverage: number;
  windowCoverage: number;
  /** Like `coverage`, including the questions that the text answers. */
  reach: number;
}

export interface ScoreRequest {
  terms: readonly WeightedTerm[];
  also: readonly WeightedTerm[];
  actors: ReadonlySet<string>;
  dates: readonly string[];
  averageLength: number;
  asOfSeq: number;
  /** Of a document to the question, -1 to 1; null if vectors are off. */
  similarity: ((id: number) => number) | null;
  /** The question asks for a time. */
  asksWhen: boolean;
}

const SILENT = { isSilent: true, exact: [] };

interface Loaded extends Neighbour, TermCounts {
  /** A record of a run or of a session's lifecycle, not of what was said or decided. */
  isRecord: boolean;
}

export function createWindowScorer(
  db: Database,
): (candidates: Candidate[], request: ScoreRequest) => Scored[] {
  const neighbours = createNeighbourReader(db);
  return (candidates, request) => {
    const { runs, terms } = neighbours(candidates, request.asOfSeq);
    const counted = countTerms(terms, request.terms);
    const guessed = request.also.length === 0 ? null : countTerms(terms, request.also);
    let line = 0;
    return runs.flatMap((run) => {
      const also = run.map((row, at) => {
        const { isSilent, exact } = guessed?.[line + at] ?? SILENT;
        return isSilent ? 0 : alsoScore(exact, row.length, request);
      });
      const span = run.map((row) => loaded(row, counted[line++]!));
      return scoreSpan(span, also, request);
    });
  };
}

/** Field by field: spreading two objects costs more than reading the row. */
function loaded(row: Neighbour, found: TermCounts): Loaded {
  const { id, type, actor, channel, length, dates } = row;
  const isRecord = RECORD.test(type);
  const { exact, counts, reached, isSilent } = found;
  return { id, type, actor, channel, length, dates, exact, counts, reached, isSilent, isRecord };
}

/**
 * Turns and decisions count for their surroundings. A record that shares no word with the question is only context: a
 * command or a session mark does not become an answer because the topic was mentioned next to it.
 */
function scoreSpan(span: Loaded[], also: readonly number[], request: ScoreRequest): Scored[] {
  const { terms, actors, dates, averageLength, similarity } = request;
  const similar = similarity && span.map(({ id }) => Math.max(0, similarity(id)));
  const own = span.map((row) =>
    row.isSilent ? 0 : bm25(terms, row.counts, row.length, averageLength),
  );
  return span.flatMap((row, i) => {
    const date = dateScore(row.dates, dates);
    const isFound = own[i]! > 0 || date > 0 || also[i]! > 0;
    if (!isFound && row.isRecord) return [];
    const near = similar?.[i] ?? 0;
    const around = windows(span, i, request);
    // Only rows near a match are considered; the wide window separates them.
    if (!isFound && near === 0 && around.window3 === 0) return [];
    const before = span[i - 1];
    const scored = {
      id: row.id,
      sid: sidOfDoc(row.id),
      seq: seqOfDoc(row.id),
      actor: row.actor,
      channel: row.channel,
      own: own[i]!,
      ...around,
      answers:
        before !== undefined && own[i - 1]! > 0 && asksSomething(before.dates) ? own[i - 1]! : 0,
      told: request.asksWhen && tellsTime(row.dates) ? 1 : 0,
      asks: endsAsking(row.dates) ? 1 : 0,
      named: actors.has(row.actor) ? 1 : 0,
      also: also[i]!,
      date,
      vector: near,
      vectorWindow: similar === null ? 0 : meanAround(similar, i),
      coverage: row.isSilent ? 0 : coverage(terms, row.exact),
      reach: row.isSilent ? 0 : coverage(terms, row.reached),
    };
    return [scored];
  });
}

/** Compared with the rarest of these words in a text of average length, so that a common one stays a weak sign. */
function alsoScore(
  counts: readonly number[],
  length: number,
  { also, averageLength }: ScoreRequest,
): number {
  const most = Math.max(...also.map(({ idf }) => idf));
  return Math.min(1, bm25(also, counts, length, averageLength) / most);
}

type Windows = Pick<Scored, 'window1' | 'window3' | 'window5' | 'windowCoverage'>;

/** The scores of a text together with its neighbours: each window adds two turns on either side of the previous one. */
function windows(span: Loaded[], at: number, { terms, averageLength }: ScoreRequest): Windows {
  const counts = [...span[at]!.counts];
  const exact = [...span[at]!.exact];
  let length = span[at]!.length;
  let rows = 1;
  const take = (row: Loaded | undefined): void => {
    if (row === undefined) return;
    length += row.length;
    rows++;
    if (row.isSilent) return;
    for (let i = 0; i < counts.length; i++) {
      counts[i]! += row.counts[i]!;
      exact[i]! += row.exact[i]!;
    }
  };
  const upTo = (from: number, radius: number): number => {
    for (let distance = from; distance <= radius; distance++) {
      take(span[at - distance]);
      take(span[at + distance]);
    }
    // A text without neighbours is scored as one text.
    return bm25(terms, counts, length, averageLength * (rows === 1 ? 1 : 2 * radius + 1));
  };
  const window1 = upTo(1, 1);
  const window3 = upTo(2, NARROW_WINDOW);
  const windowCoverage = coverage(terms, exact);
  return { window1, window3, windowCoverage, window5: upTo(NARROW_WINDOW + 1, WIDE_WINDOW) };
}

function meanAround(similar: readonly number[], at: number): number {
  const first = Math.max(0, at - NARROW_WINDOW);
  const last = Math.min(similar.length - 1, at + NARROW_WINDOW);
  let sum = 0;
  for (let j = first; j <= last; j++) sum += similar[j]!;
  return sum / (last - first + 1);
}

/** A full day or month weighs twice as much as a year or a bare month. */
function dateScore(held: string, asked: readonly string[]): number {
  if (asked.length === 0 || held === '') return 0;
  const terms = new Set(held.split(' '));
  let score = 0;
  for (const term of asked) if (terms.has(term)) score += term.length >= 9 ? 2 : 1;
  return score;
}

/** Neighbours within this distance become candidates, so their neighbours must be read too. */
export const NARROW_WINDOW = 3;
export const WIDE_WINDOW = 5;
const MAX_DISTANCE = NARROW_WINDOW + WIDE_WINDOW;

/** A document as the windows see it. */
export interface Neighbour {
  id: number;
  type: string;
  actor: string;
  channel: Channel;
  length: number;
  dates: string;
}

export interface Neighbourhood {
  /** Runs of consecutive documents, each of one conversation. */
  runs: Neighbour[][];
  /** Their terms joined by blanks, one line per document in the order of the runs. */
  terms: string;
}

export function createNeighbourReader({
  neighbours,
}: Database): (candidates: readonly Candidate[], asOfSeq: number) => Neighbourhood {
  return (candidates, asOfSeq) => {
    if (candidates.length === 0) return { runs: [], terms: '' };
    const sorted = candidates.toSorted((a, b) => a.stream - b.stream || a.id - b.id);
    const last = (id: number): number => docId(sidOfDoc(id), asOfSeq);
    const { starts, ends } = neighbours.ends(
      sorted.map(({ stream, id, leads }) => ({ stream, id, last: last(id), leads })),
      { near: NARROW_WINDOW, leading: MAX_DISTANCE },
    );
    const stretches: DocumentRange[] = [];
    sorted.forEach(({ stream, id }, i) => {
      // Null if the conversation begins or ends closer than that.
      const from = starts[i] ?? 0;
      const to = ends[i] ?? last(id);
      const open = stretches.at(-1);
      if (open?.stream === stream && from <= open.to) open.to = Math.max(open.to, to);
      else stretches.push({ stream, from, to });
    });
    return read(stretches);
  };

  function read(stretches: readonly DocumentRange[]): Neighbourhood {
    const { places, ids, types, actors, channels, lengths, dates, terms } =
      neighbours.rows(stretches);
    const runs = stretches.map((): Neighbour[] => []);
    places.forEach((place, i) =>
      runs[place]!.push({
        id: ids[i]!,
        type: types[i]!,
        actor: actors[i]!,
        channel: channels[i] as Channel,
        length: lengths[i]!,
        dates: dates[i]!,
      }),
    );
    return { runs, terms };
  }
}
