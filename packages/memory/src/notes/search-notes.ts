/**
 * Searches the notes by their words. The cost is bounded by the number of ranked rows, not by the number of matches: if
 * too many rows contain all words, they keep list order, titles before texts.
 */
import { STOP_WORDS } from '../search/stop-words.ts';
import { docId, seqOfDoc } from '../stores/sqlite/doc-id.ts';
import type { SqlValue } from '../stores/sqlite/driver.ts';
import type { NoteKind, NoteSearchRequest, NoteSearchResult } from './notes.ts';
import { conditionsOf, type NoteReader } from './read-notes.ts';

/** Maximum number of rows to rank by their words. */
const RANKED = 2000;
/** Maximum number of notes on the requested files and concepts to check one by one. Beyond it, the words lead. */
const AMONG = 500;
const MAX_TERMS = 16;

interface Field {
  kind: Exclude<NoteKind, 'sessions'>;
  table: string;
  /** The field to order by if too many rows contain the words. */
  title: string;
  /** Weights of the columns. */
  weights: string;
}

const FIELDS: Record<'observations' | 'sessions' | 'prompts', Field> = {
  observations: {
    kind: 'observations',
    table: 'observations',
    title: 'title',
    weights: '8.0, 4.0, 2.0, 1.0, 2.0, 1.0',
  },
  sessions: {
    kind: 'summaries',
    table: 'session_summaries',
    title: 'request',
    weights: '4.0, 1.0, 2.0, 2.0, 1.0, 1.0',
  },
  prompts: { kind: 'prompts', table: 'user_prompts', title: 'prompt_text', weights: '1.0' },
};

interface Hit {
  id: number;
  score: number;
}

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

/** Rows with all words first, best first, then rows with some words, as far as the page has room. */
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
      ? searchAmong(reader, among)
      : createFieldSearch(reader, sid, field, request);
  const hits = search(terms.join(' AND '), wanted);
  if (hits.length < wanted && terms.length > 1) {
    const rare = rarest(reader, field, terms);
    const known = new Set(hits.map(({ id }) => id));
    const floor = Math.min(0, ...hits.map(({ score }) => score));
    for (const hit of search(rare.join(' OR '), wanted + hits.length)) {
      // Matching some of the words never ranks above matching all of them.
      if (!known.has(hit.id))
        hits.push({ id: hit.id, score: floor + hit.score / (1 + hit.score) - 1 });
    }
  }
  const from = request.offset ?? 0;
  return hits.slice(from, wanted);
}

function createFieldSearch(
  { prepared }: NoteReader,
  sid: number,
  { kind, table, title, weights }: Field,
  request: NoteSearchRequest,
): (match: string, limit: number) => Hit[] {
  const fts = `${table}_fts`;
  const filter = conditionsOf(kind, request);
  const marks = kind === 'observations' ? marksOf(sid, request) : { sql: [], values: [] };
  const join = filter.sql.length === 0 ? '' : `CROSS JOIN ${table} t ON t.id = ${fts}.rowid`;
  const where = [`${fts} MATCH ?`, `${fts}.rowid BETWEEN ? AND ?`, ...filter.sql];
  // Unary plus: look the words up once and compare the result with the set.
  where.push(...marks.sql.map((set) => `+${fts}.rowid IN ${set}`));
  const last =
    request.before === undefined
      ? docId(sid, Number.MAX_SAFE_INTEGER)
      : docId(sid, request.before) - 1;
  const values = (match: string): SqlValue[] => [
    match,
    docId(sid, 0),
    last,
    ...filter.values,
    ...marks.values,
  ];
  const from = `FROM ${fts} ${join} WHERE ${where.join(' AND ')}`;
  const countAtMost = (match: string) =>
    Number(
      prepared(`SELECT count(*) AS n FROM (SELECT 1 ${from} LIMIT ${RANKED + 1})`).get(
        ...values(match),
      )!['n'],
    );
  const newest = (match: string, limit: number) =>
    prepared(`SELECT ${fts}.rowid AS id ${from} ORDER BY ${fts}.rowid DESC LIMIT ?`)
      .all(...values(match), limit)
      .map(({ id }) => Number(id));

  return (match, limit) => {
    if (countAtMost(match) <= RANKED)
      return prepared(
        `SELECT ${fts}.rowid AS id, -bm25(${fts}, ${weights}) AS score ${from} ORDER BY score DESC, ${fts}.rowid DESC LIMIT ?`,
      )
        .all(...values(match), limit)
        .map(({ id, score }) => ({ id: Number(id), score: Number(score) }));
    const ids = new Set([...newest(`{${title}} : (${match})`, limit), ...newest(match, limit)]);
    return [...ids].slice(0, limit).map((id, at) => ({ id, score: 1 / (at + 1) }));
  };
}

/** Everything listed under the requested files and concepts, as sets of ids. */
function marksOf(
  sid: number,
  { files, concepts }: NoteSearchRequest,
): { sql: string[]; values: SqlValue[] } {
  const lists = [
    ['observation_files', files],
    ['observation_concepts', concepts],
  ] as const;
  const asked = lists.filter(([, names]) => names !== undefined);
  return {
    sql: asked.map(
      ([list]) =>
        `(SELECT m.id FROM json_each(?) j CROSS JOIN ${list} m ON m.sid = ? AND m.name = j.value)`,
    ),
    values: asked.flatMap(([, names]) => [JSON.stringify(names), sid]),
  };
}

/** The newest notes on some files or concepts. Reads one more than the limit to detect that there are too many. */
function amongOf({ keys }: NoteReader, sid: number, request: NoteSearchRequest): number[] {
  const { offset: _, ...rest } = request;
  return keys('observations', sid, { ...rest, limit: AMONG + 1 }).map(({ seq }) => docId(sid, seq));
}

/** Searches among notes that are few enough to check one by one, in their order. */
function searchAmong(
  { prepared }: NoteReader,
  ids: readonly number[],
): (match: string, limit: number) => Hit[] {
  const sql = `SELECT j.value AS id FROM json_each(?) j CROSS JOIN observations_fts f ON f.rowid = j.value
    WHERE f.observations_fts MATCH ? ORDER BY j.key LIMIT ?`;
  return (match, limit) =>
    prepared(sql)
      .all(JSON.stringify(ids), match, limit)
      .map(({ id }, at) => ({ id: Number(id), score: 1 / (at + 1) }));
}

/** The words that few rows contain; the rarest one if all are common. */
function rarest({ prepared }: NoteReader, { table }: Field, terms: readonly string[]): string[] {
  const counted = terms.map((term) => {
    const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM ${table}_fts WHERE ${table}_fts MATCH ? LIMIT ${RANKED + 1})`;
    return { term, count: Number(prepared(sql).get(term)!['n']) };
  });
  const rare = counted.filter(({ count }) => count <= RANKED);
  const sorted = (rare.length > 0 ? rare : counted).toSorted((a, b) => a.count - b.count);
  let sum = 0;
  const kept = sorted.filter(({ count }) => (sum += count) <= RANKED);
  return (kept.length > 0 ? kept : sorted.slice(0, 1)).map(({ term }) => term);
}

/**
 * The search terms of the question: without stop words if other words remain. Quoted, so that no character is an
 * operator.
 */
function termsOf(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  const distinct = [...new Set(telling.length > 0 ? telling : words)];
  return distinct.slice(0, MAX_TERMS).map((word) => `"${word}"`);
}
