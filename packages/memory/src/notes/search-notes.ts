/**
 * Searches notes by words. The cost depends on the number of ranked rows, not on the number of matches: if too many
 * rows contain all words, they keep list order, titles before texts.
 */
import { STOP_WORDS } from '../words/analyze.ts';
import { docId, seqOfDoc } from '../store/stored-ids.ts';
import type { NoteHit as Hit, NoteMatch, NoteTable, NoteWords } from '../store/port.ts';
import type { NoteKind, NoteSearchRequest, NoteSearchResult } from './notes.ts';
import { noteFilter, type NoteReader } from '../store/notes/read-notes.ts';

/** How many rows are ranked by their words. */
const RANKED = 2000;
/**
 * How many notes on the requested files and concepts are checked one by one. If there are more, the search starts with
 * the words.
 */
const AMONG = 500;
const MAX_TERMS = 16;

interface Field {
  kind: Exclude<NoteKind, 'sessions'>;
  table: NoteTable;
  /** The field to order by if too many rows contain the words. */
  title: string;
  /** Weights of the columns. */
  weights: readonly number[];
}

const FIELDS: Record<'observations' | 'sessions' | 'prompts', Field> = {
  observations: {
    kind: 'observations',
    table: 'observations',
    title: 'title',
    weights: [8, 4, 2, 1, 2, 1],
  },
  sessions: {
    kind: 'summaries',
    table: 'session_summaries',
    title: 'request',
    weights: [4, 1, 2, 2, 1, 1],
  },
  prompts: { kind: 'prompts', table: 'user_prompts', title: 'prompt_text', weights: [1] },
};

export function searchNotes(
  reader: NoteReader,
  sid: number,
  request: NoteSearchRequest,
): NoteSearchResult {
  const terms = termsOf(request.query);
  const { kinds = ['observations', 'sessions', 'prompts'], log } = request;
  const found = (name: 'observations' | 'sessions' | 'prompts') => {
    if (!kinds.includes(name) || terms.length === 0) return [];
    const { kind } = FIELDS[name];
    const hits = hitsOf(reader, sid, FIELDS[name], terms, request);
    const scores = new Map(hits.map(({ id, score }) => [seqOfDoc(id), score]));
    return reader
      .byIds(kind, sid, log, [...scores.keys()])
      .map((row) => ({ ...row, score: scores.get(row.seq)! }));
  };
  return {
    observations: found('observations') as NoteSearchResult['observations'],
    sessions: found('sessions') as NoteSearchResult['sessions'],
    prompts: found('prompts') as NoteSearchResult['prompts'],
  };
}

/** Rows with all words first, best first, then rows with some words, up to the page size. */
function hitsOf(
  reader: NoteReader,
  sid: number,
  field: Field,
  terms: readonly string[],
  request: NoteSearchRequest,
): Hit[] {
  const wanted = request.limit + (request.offset ?? 0);
  const isMarked = request.files !== undefined || request.concepts !== undefined;
  const among = isMarked && field.kind === 'observations' ? amongOf(reader, sid, request) : null;
  const search =
    among !== null && among.length <= AMONG
      ? searchAmong(reader.noteWords, among)
      : createFieldSearch(reader, sid, field, request);
  const hits = search({ words: terms, mode: 'all' }, wanted);
  if (hits.length < wanted && terms.length > 1) {
    const rare = rarest(reader.noteWords, field, terms);
    const known = new Set(hits.map(({ id }) => id));
    const floor = Math.min(0, ...hits.map(({ score }) => score));
    for (const hit of search({ words: rare, mode: 'any' }, wanted + hits.length)) {
      // Matching some of the words never ranks above matching all of them.
      if (!known.has(hit.id))
        hits.push({ id: hit.id, score: floor + hit.score / (1 + hit.score) - 1 });
    }
  }
  const from = request.offset ?? 0;
  return hits.slice(from, wanted);
}

function createFieldSearch(
  { noteWords }: NoteReader,
  sid: number,
  { kind, table, title, weights }: Field,
  request: NoteSearchRequest,
): (match: NoteMatch, limit: number) => Hit[] {
  const filter = noteFilter(kind, sid, request);
  return (match, limit) => {
    if (noteWords.count(table, match, filter, RANKED + 1) <= RANKED)
      return noteWords.best(table, match, filter, weights, limit);
    const ids = new Set([
      ...noteWords.newest(table, match, filter, limit, title),
      ...noteWords.newest(table, match, filter, limit),
    ]);
    return [...ids].slice(0, limit).map((id, at) => ({ id, score: 1 / (at + 1) }));
  };
}

/** The newest notes on some files or concepts. Reads one more than the limit, to detect that there are too many. */
function amongOf({ keys }: NoteReader, sid: number, request: NoteSearchRequest): number[] {
  const { offset: _, ...rest } = request;
  return keys('observations', sid, { ...rest, limit: AMONG + 1 }).map(({ seq }) => docId(sid, seq));
}

/** Searches notes that are few enough to check one by one, in order. */
function searchAmong(
  noteWords: NoteWords,
  ids: readonly number[],
): (match: NoteMatch, limit: number) => Hit[] {
  return (match, limit) =>
    noteWords
      .among('observations', match, ids, limit)
      .map((id, at) => ({ id, score: 1 / (at + 1) }));
}

/** The words that few rows contain, or the rarest one if all are common. */
function rarest(noteWords: NoteWords, { table }: Field, terms: readonly string[]): string[] {
  const counted = terms.map((term) => {
    const match: NoteMatch = { words: [term], mode: 'all' };
    return { term, count: noteWords.count(table, match, null, RANKED + 1) };
  });
  const rare = counted.filter(({ count }) => count <= RANKED);
  const sorted = (rare.length > 0 ? rare : counted).toSorted((a, b) => a.count - b.count);
  let sum = 0;
  const kept = sorted.filter(({ count }) => (sum += count) <= RANKED);
  return (kept.length > 0 ? kept : sorted.slice(0, 1)).map(({ term }) => term);
}

/** The search terms of a question: without stop words, unless it has no others. */
function termsOf(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  const distinct = [...new Set(telling.length > 0 ? telling : words)];
  return distinct.slice(0, MAX_TERMS);
}
