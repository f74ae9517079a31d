/**
 * A minimal interface to SQLite. Uses `node:sqlite` if the running Node has it with FTS5, otherwise
 * `@photostructure/sqlite`, which has the same API and prebuilt binaries.
 */
import { unavailable, type HookloomError } from '@hookloom/core';
import type { Statement, Statements } from '../port.ts';

/** An open file, as the driver returns it. */
export interface SqliteDatabase extends Statements {
  close(): void;
}

interface SqliteModule {
  DatabaseSync: new (file: string) => SqliteDatabase;
}

let loaded: Promise<SqliteModule> | undefined;

/** Opens a database file; `:memory:` for none. Throws `unavailable` if no driver is available. */
export async function openDatabase(file: string): Promise<SqliteDatabase> {
  loaded ??= loadDriver();
  const { DatabaseSync } = await loaded;
  return keepingStatements(new DatabaseSync(file));
}

/** Statements that stay prepared: preparing one takes longer than most take to run. */
const MAX_STATEMENTS = 300;

function keepingStatements(db: SqliteDatabase): SqliteDatabase {
  const kept = new Map<string, Statement>();
  return {
    exec: (sql) => db.exec(sql),
    prepare(sql) {
      let statement = kept.get(sql);
      if (statement === undefined) {
        if (kept.size >= MAX_STATEMENTS) kept.clear();
        kept.set(sql, (statement = db.prepare(sql)));
      }
      return statement;
    },
    close() {
      kept.clear();
      db.close();
    },
  };
}

async function loadDriver(): Promise<SqliteModule> {
  const builtin = builtinDriver();
  if (builtin !== null) return builtin;
  try {
    const module = (await import('@photostructure/sqlite')) as unknown as SqliteModule & {
      default?: SqliteModule;
    };
    const driver = module.DatabaseSync === undefined ? module.default! : module;
    if (hasFts5(driver)) return driver;
  } catch (cause) {
    throw noDriver(cause);
  }
  throw noDriver(undefined);
}

/** Null if this Node has no driver or one without full-text search. */
function builtinDriver(): SqliteModule | null {
  const warn = process.emitWarning;
  try {
    // Node 22 prints an experimental warning on standard error, which some clients read as an answer.
    process.emitWarning = () => {};
    const module = process.getBuiltinModule('node:sqlite') as unknown as SqliteModule | undefined;
    return module !== undefined && hasFts5(module) ? module : null;
  } catch {
    return null;
  } finally {
    process.emitWarning = warn;
  }
}

function hasFts5({ DatabaseSync }: SqliteModule): boolean {
  const db = new DatabaseSync(':memory:');
  try {
    db.exec("CREATE VIRTUAL TABLE probe USING fts5(a, content='', contentless_delete=1)");
    return true;
  } catch {
    return false;
  } finally {
    db.close();
  }
}

function noDriver(cause: unknown): HookloomError {
  return unavailable(
    'No SQLite with full-text search can be loaded on this machine.',
    'Use Node 22.13 or newer; the log itself is not affected.',
    { cause },
  );
}
