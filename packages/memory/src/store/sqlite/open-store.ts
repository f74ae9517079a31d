/**
 * Opens the projection file. Builds it under another name first, because eight processes may open a new one at once.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Database, ProjectionStore, NoteTable } from '../port.ts';
import { SCHEMA_VERSION, TABLES } from '../schema.ts';
import { asDatabase } from './as-database.ts';
import { openDatabase, type SqliteDatabase } from './driver.ts';
import { SEARCHED_COLUMNS, SEARCHED_TABLES } from '../notes/tables.ts';

/** Milliseconds that a writer waits for another one. */
const BUSY_MS = 10_000;

/**
 * Page cache of an open projection, kibibytes. Other pages come from the system's shared cache at almost no cost.
 * Mapping the file instead made a process appear as large as its projections.
 */
const CACHE_KIB = 16 * 1024;
/** Page cache of all open projections in one process, bytes. Above it, each reuses its own pages. */
const HEAP_BYTES = 48 * 1024 * 1024;
/** The journal is truncated to this size after a checkpoint, bytes. */
const JOURNAL_BYTES = 8 * 1024 * 1024;

/** The projection in a file. */
export function sqliteProjection(file: string): ProjectionStore {
  return {
    open: () => openStore(file),
    remove: () => Promise.resolve(removeStore(file)),
    isDamage,
  };
}

/** A database with the current schema. Replaces a file with another version or an unreadable file. */
export async function openStore(file: string): Promise<Database> {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  for (let attempt = 0; ; attempt++) {
    if (!fs.existsSync(file)) await createFile(file);
    const db = await openCurrent(file);
    if (db !== null) return asDatabase(db);
    if (attempt === 2) throw new Error(`${file} cannot be replaced`);
    removeStore(file);
  }
}

/** Deletes the projection with its sidecars. */
function removeStore(file: string): void {
  // Delete the main file last: a new file must not meet an old write-ahead log.
  for (const suffix of ['-wal', '-shm', '']) fs.rmSync(file + suffix, { force: true });
}

async function openCurrent(file: string): Promise<SqliteDatabase | null> {
  let db: SqliteDatabase | undefined;
  try {
    db = await openDatabase(file);
    db.exec(
      `PRAGMA busy_timeout=${BUSY_MS}; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-${CACHE_KIB}; PRAGMA mmap_size=0; PRAGMA soft_heap_limit=${HEAP_BYTES}; PRAGMA temp_store=MEMORY; PRAGMA wal_autocheckpoint=8000; PRAGMA journal_size_limit=${JOURNAL_BYTES}`,
    );
    const version = Number(db.prepare('PRAGMA user_version').get()!['user_version']);
    if (version === SCHEMA_VERSION) return db;
  } catch (error) {
    if (!isDamage(error)) {
      db?.close();
      throw error;
    }
  }
  db?.close();
  return null;
}

/** Builds the file under a temporary name, then links it. A second process finds it finished. */
async function createFile(file: string): Promise<void> {
  const own = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  fs.closeSync(fs.openSync(own, 'wx', 0o600));
  const db = await openDatabase(own);
  createTables(db);
  db.exec('PRAGMA journal_mode=WAL');
  db.close();
  try {
    fs.linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    removeStore(own);
  }
}

export function createTables(db: SqliteDatabase): void {
  db.exec(`BEGIN; ${TABLES}${SEARCH_TABLES} PRAGMA user_version=${SCHEMA_VERSION}; COMMIT`);
}

/** SQLITE_CORRUPT, SQLITE_NOTADB and a schema that lacks expected tables. */
export function isDamage(error: unknown): boolean {
  return /malformed|not a database|corrupt|no such (table|column)/i.test(
    error instanceof Error ? error.message : '',
  );
}

// The search tables of SQLite, besides the tables that every store has.

/**
 * A search table over columns of a table. Triggers apply changes and removals, like the documented ones. New rows are
 * written directly (`note-statements.ts`), because a trigger makes SQLite flush every search table of the transaction
 * row by row.
 */
function searched(table: NoteTable): string {
  const columns = SEARCHED_COLUMNS[table];
  const list = columns.join(', ');
  const of = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
  const add = `INSERT INTO ${table}_fts(rowid, ${list}) VALUES (new.id, ${of('new')});`;
  const remove = `INSERT INTO ${table}_fts(${table}_fts, rowid, ${list}) VALUES ('delete', old.id, ${of('old')});`;
  return `CREATE VIRTUAL TABLE ${table}_fts USING fts5(${list}, content='${table}', content_rowid='id', tokenize='porter unicode61');
CREATE TRIGGER ${table}_ad AFTER DELETE ON ${table} BEGIN ${remove} END;
CREATE TRIGGER ${table}_au AFTER UPDATE OF ${list} ON ${table} BEGIN ${remove} ${add} END;`;
}

const SEARCH_TABLES = `
-- Analysed here, so the tokenizer only splits at blanks.
CREATE VIRTUAL TABLE postings USING fts5(body, content='', contentless_delete=1,
  tokenize="ascii tokenchars '_$@-'", detail=full);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(postings, 'row');
${SEARCHED_TABLES.map(searched).join('\n')}
`;
