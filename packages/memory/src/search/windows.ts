/** Scores candidates together with the conversation around them: a turn says little, its neighbours say what it is about. */
import type { Channel } from '@hookloom/core';
import { docId, seqOfDoc, sidOfDoc } from '../stores/sqlite/doc-id.ts';
import type { Database, Row } from '../stores/sqlite/driver.ts';
import { bm25, coverage, type WeightedTerm } from './bm25.ts';
import type { Candidate } from './candidates.ts';

/** Neighbours up to this far become candidates themselves; theirs must be loaded too. */
const NEAR = 3;
const REACH = 2 * NEAR;

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
  /** 1 when the question names the actor. */
  named: number;
  date: number;
  /** How near the text is to the question by their vectors, 0 to 1; 0 without vectors. */
  vector: number;
  /** The mean of that over the turns around. */
  vectorWindow: number;
  /** Share of the question's weight in the text itself, and within three turns of it. */
  coverage: number;
  windowCoverage: number;
}

export interface ScoreRequest {
  terms: readonly WeightedTerm[];
  actors: ReadonlySet<string>;
  dates: readonly string[];
  averageLength: number;
  asOfSeq: number;
  /** Of a document to the question, -1 to 1; null where the vectors are off. */
  similarity: ((id: number) => number) | null;
}

interface Loaded {
  id: number;
  /** A record of what was run or of a session's life, not of what was said or decided. */
  isRecord: boolean;
  actor: string;
  channel: Channel;
  length: number;
  counts: Uint16Array;
  dates: string;
}

export function createWindowScorer(
  db: Database,
): (candidates: Candidate[], request: ScoreRequest) => Scored[] {
  const before = db.prepare(
    `SELECT id, type, actor, channel, len, terms, dates FROM docs WHERE stream = ? AND id <= ? AND id > ? ORDER BY id DESC LIMIT ${REACH + 1}`,
  );
  const after = db.prepare(
    'SELECT id, type, actor, channel, len, terms, dates FROM docs WHERE stream = ? AND id > ? AND id <= ? ORDER BY id LIMIT ?',
  );

  return (candidates, request) => {
    const places = new Map(request.terms.map(({ term }, i) => [term, i]));
    const load = (row: Row): Loaded => loaded(row, places);
    const scored: Scored[] = [];
    for (const [stream, ids] of byStream(candidates)) {
      for (const span of spansOf(stream, ids, load, request.asOfSeq))
        scored.push(...scoreSpan(span, request));
    }
    return scored;
  };

  /** Runs of consecutive documents around the candidates of one conversation. */
  function spansOf(
    stream: number,
    ids: number[],
    load: (row: Row) => Loaded,
    asOfSeq: number,
  ): Loaded[][] {
    const spans: Loaded[][] = [];
    for (const id of ids) {
      let span = spans.at(-1);
      const last = span?.at(-1)?.id ?? 0;
      if (span === undefined || id > last) {
        const rows = before.all(stream, id, last).map(load).reverse();
        // Fewer than asked for means that the run before was reached: the two are one.
        if (span !== undefined && rows.length <= REACH) span.push(...rows);
        else spans.push((span = rows));
      }
      const at = span.findIndex((row) => row.id === id);
      const missing = REACH - (span.length - 1 - at);
      const end = docId(sidOfDoc(id), asOfSeq);
      if (missing > 0) span.push(...after.all(stream, span.at(-1)!.id, end, missing).map(load));
    }
    return spans;
  }
}

function byStream(candidates: Candidate[]): Map<number, number[]> {
  const streams = new Map<number, number[]>();
  for (const { id, stream } of candidates) {
    const ids = streams.get(stream);
    if (ids === undefined) streams.set(stream, [id]);
    else ids.push(id);
  }
  for (const ids of streams.values()) ids.sort((a, b) => a - b);
  return streams;
}

function loaded(row: Row, places: ReadonlyMap<string, number>): Loaded {
  const counts = new Uint16Array(places.size);
  const terms = String(row['terms']);
  let start = 0;
  while (start < terms.length) {
    let end = terms.indexOf(' ', start);
    if (end < 0) end = terms.length;
    const place = places.get(terms.slice(start, end));
    if (place !== undefined) counts[place]!++;
    start = end + 1;
  }
  return {
    id: Number(row['id']),
    isRecord: RECORD.test(String(row['type'])),
    actor: String(row['actor']),
    channel: String(row['channel']) as Channel,
    length: Number(row['len']),
    counts,
    dates: String(row['dates']),
  };
}

/**
 * Turns and decisions count for what is said around them. A record that shares no word with the question is only context: a command or
 * a session mark is no answer because somebody spoke of the matter next to it.
 */
function scoreSpan(span: Loaded[], request: ScoreRequest): Scored[] {
  const { terms, actors, dates, averageLength, similarity } = request;
  const similar = similarity && span.map(({ id }) => Math.max(0, similarity(id)));
  return span.flatMap((row, i) => {
    const own = bm25(terms, row.counts, row.length, averageLength);
    const date = dateScore(row.dates, dates);
    if (own === 0 && date === 0 && row.isRecord) return [];
    const [window1] = window(span, i, 1, request);
    const [window3, windowCoverage] = window(span, i, NEAR, request);
    const scored = {
      id: row.id,
      sid: sidOfDoc(row.id),
      seq: seqOfDoc(row.id),
      actor: row.actor,
      channel: row.channel,
      own,
      window1,
      window3,
      named: actors.has(row.actor) ? 1 : 0,
      date,
      vector: similar?.[i] ?? 0,
      vectorWindow: similar === null ? 0 : meanAround(similar, i),
      coverage: coverage(terms, row.counts),
      windowCoverage,
    };
    return [scored];
  });
}

function window(
  span: Loaded[],
  at: number,
  radius: number,
  { terms, averageLength }: ScoreRequest,
): [score: number, coverage: number] {
  const counts = new Uint16Array(terms.length);
  let length = 0;
  for (let j = Math.max(0, at - radius); j <= Math.min(span.length - 1, at + radius); j++) {
    const row = span[j]!;
    length += row.length;
    for (let i = 0; i < counts.length; i++) counts[i]! += row.counts[i]!;
  }
  return [bm25(terms, counts, length, averageLength * (2 * radius + 1)), coverage(terms, counts)];
}

function meanAround(similar: readonly number[], at: number): number {
  const first = Math.max(0, at - NEAR);
  const last = Math.min(similar.length - 1, at + NEAR);
  let sum = 0;
  for (let j = first; j <= last; j++) sum += similar[j]!;
  return sum / (last - first + 1);
}

/** A whole day or month weighs twice a year or the bare month. */
function dateScore(held: string, asked: readonly string[]): number {
  if (asked.length === 0 || held === '') return 0;
  const terms = new Set(held.split(' '));
  let score = 0;
  for (const term of asked) if (terms.has(term)) score += term.length >= 9 ? 2 : 1;
  return score;
}
