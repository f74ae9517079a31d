/**
 * Removes forgotten bytes from the file itself: free pages, merged-away postings and the write-ahead log still contain
 * them.
 */
import { SEARCHED_TABLES } from '../../notes/tables.ts';
import type { Database } from './driver.ts';

/**
 * Rewrites the file if something was forgotten since the last time. Does not wait: while others read, the next call
 * tries again.
 */
export function scrubForgotten(db: Database): void {
  if (db.prepare('SELECT 1 FROM forgotten WHERE scrubbed = 0 LIMIT 1').get() === undefined) return;
  try {
    for (const table of ['postings', ...SEARCHED_TABLES.map((name) => `${name}_fts`)])
      db.exec(`INSERT INTO ${table}(${table}) VALUES('optimize')`);
    db.exec('VACUUM');
    const row = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    if (Number(row?.['busy'] ?? 0) !== 0) return;
    db.exec('UPDATE forgotten SET scrubbed = 1');
  } catch (error) {
    if (!/locked|busy/i.test(error instanceof Error ? error.message : '')) throw error;
  }
}
