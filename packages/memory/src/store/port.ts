/**
 * The port of the projection: where its rows are stored. Statements use the SQL that SQLite and PostgreSQL have in
 * common, with `?` or `?1` for values. Differences between them are named functions here.
 */
export type SqlValue = string | number | null | Uint8Array;
export type Row = Record<string, SqlValue>;

export interface Statement {
  /** `changes` may be read later; a remote store writes when it is asked or when the transaction ends. */
  run(...values: SqlValue[]): { readonly changes: number | bigint };
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
}

export interface Statements {
  exec(sql: string): void;
  /** The same statement for the same text. Pass lists as JSON, so that the text stays the same. */
  prepare(sql: string): Statement;
}

/** Ids of documents, both ends included. */
export type Range = readonly [first: number, last: number];

/**
 * Conditions on the postings of a document: words that follow each other, all of some matches, one of them, or a match
 * without any of some words.
 */
export type Match =
  | string
  | { all: readonly Match[] }
  | { any: readonly Match[] }
  | { of: Match; without: readonly string[] };

export interface PostingsIndex {
  add(doc: number, body: string): void;
  remove(doc: number): void;
  removeRange(range: Range): void;
  /** Documents that match, by id. */
  find(match: Match, range: Range, order: 'newest' | 'oldest', most: number): number[];
  /** The newest documents of each match. */
  findEach(matches: readonly Match[], range: Range, most: number): number[][];
  /** The document with the term that is preceded by this many newer ones in the range. Undefined if there are fewer. */
  nthNewest(term: string, range: Range, newer: number): number | undefined;
  /** How many documents of the whole store contain each term. */
  frequencies(terms: readonly string[]): number[];
  /** Words of each document with its marks, in the order of the ids. At least 1. */
  lengths(docs: readonly number[]): number[];
}

/** The tables of notes whose words are searched. */
export type NoteTable = 'observations' | 'session_summaries' | 'user_prompts';

/** Conditions on the row `t` of a note, and sets of ids that it must be in. */
export interface NoteFilter {
  range: Range;
  sql: readonly string[];
  values: readonly SqlValue[];
  sets: readonly { sql: string; values: readonly SqlValue[] }[];
}

export interface NoteHit {
  id: number;
  score: number;
}

/** The words of the notes. A search has words, all of which or one of which a note must contain. */
export interface NoteWords {
  /** Adds the words of a new row, `values` in the order of the searched columns. */
  add(table: NoteTable, id: number, values: readonly SqlValue[]): void;
  /** Call it after searched columns of a row changed. Removed rows lose their words automatically. */
  changed(table: NoteTable, id: number): void;
  count(table: NoteTable, match: NoteMatch, filter: NoteFilter | null, most: number): number;
  /** Best first. `weights`: of each searched column. */
  best(
    table: NoteTable,
    match: NoteMatch,
    filter: NoteFilter,
    weights: readonly number[],
    most: number,
  ): NoteHit[];
  /** Ids, newest first. `column`: only if it contains the words. */
  newest(
    table: NoteTable,
    match: NoteMatch,
    filter: NoteFilter,
    most: number,
    column?: string,
  ): number[];
  /** The ids that match, in their order. */
  among(table: NoteTable, match: NoteMatch, ids: readonly number[], most: number): number[];
}

export interface NoteMatch {
  words: readonly string[];
  mode: 'all' | 'any';
}

/** A document and how far around it is read. */
export interface Place {
  stream: number;
  id: number;
  last: number;
  leads: boolean;
}

/** Documents of one conversation, from the first to the last. */
export interface DocumentRange {
  stream: number;
  from: number;
  to: number;
}

export interface NeighbourRows {
  /** For each row, the index of its sequence of documents. */
  places: number[];
  ids: number[];
  types: string[];
  actors: string[];
  channels: string[];
  lengths: number[];
  dates: string[];
  /** One line for each row. */
  terms: string;
}

/** Reads documents around others, in few calls. */
export interface Neighbours {
  /** Of those that exist, their locations, in the order of the given ids. */
  placed(ids: readonly number[]): { id: number; stream: number; channel: string }[];
  /** The ids at this distance before and after each position; null if the conversation ends earlier. */
  ends(
    places: readonly Place[],
    reach: { near: number; leading: number },
  ): { starts: (number | null)[]; ends: (number | null)[] };
  rows(stretches: readonly DocumentRange[]): NeighbourRows;
}

/** An open projection. */
export interface Database extends Statements {
  readonly postings: PostingsIndex;
  readonly noteWords: NoteWords;
  readonly neighbours: Neighbours;
  /** Events per transaction while a log is followed. */
  readonly batch: number;
  /** Starts a transaction that waits for other writers. */
  begin(): void;
  commit(): void;
  rollback(): void;
  /** Changes when another connection has written. */
  version(): number;
  /** Removes forgotten bytes from the store. False: others are reading, try again later. */
  scrub(): boolean;
  close(): void | Promise<void>;
}

/** Commits what `work` writes. If it throws, nothing is written. */
export function inTransaction<T>(db: Database, work: (db: Database) => T): T {
  db.begin();
  try {
    const result = work(db);
    db.commit();
    return result;
  } catch (error) {
    db.rollback();
    throw error;
  }
}

/** Where a projection is stored. It can be deleted at any time: it is rebuilt from the log. */
export interface ProjectionStore {
  /** With the current schema; anything else is replaced. */
  open(): Promise<Database>;
  /** Deletes the closed projection. */
  remove(): Promise<void>;
  /** Whether an error says that the projection is damaged and must be rebuilt. */
  isDamage(error: unknown): boolean;
}

export interface Rewrites {
  /** Changes whenever documents may have been removed, here or by another writer of the file. */
  removed: string;
  /** Documents that got other marks since then, oldest first. */
  marked: readonly number[];
}
