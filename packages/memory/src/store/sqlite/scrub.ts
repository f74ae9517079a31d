/**
 * Removes forgotten bytes from the file itself: free pages, merged-away postings and the write-ahead log still contain
 * them.
 */
import { SEARCHED_TABLES } from '../notes/tables.ts';
import type { SqliteDatabase } from './driver.ts';

/** Rewrites the file. Does not wait: false while others read. */
export function scrub(db: SqliteDatabase): boolean {
  try {
    for (const table of ['postings', ...SEARCHED_TABLES.map((name) => `${name}_fts`)])
      db.exec(`INSERT INTO ${table}(${table}) VALUES('optimize')`);
    db.exec('VACUUM');
    const row = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    return Number(row?.['busy'] ?? 0) === 0;
  } catch (error) {
    if (!/locked|busy/i.test(error instanceof Error ? error.message : '')) throw error;
    return false;
  }
}
