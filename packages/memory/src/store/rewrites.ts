import type { Database } from './port.ts';

export interface Rewrites {
  /** Changes whenever documents may have been removed, here or by another writer of the file. */
  removed: string;
  /** Documents that got other marks since then, oldest first. */
  marked: readonly number[];
}

/** Removes forgotten bytes if something was forgotten since the last time. While others read, the next call tries again. */
export function scrubForgotten(db: Database): void {
  if (db.prepare('SELECT 1 FROM forgotten WHERE scrubbed = 0 LIMIT 1').get() === undefined) return;
  if (db.scrub()) db.exec('UPDATE forgotten SET scrubbed = 1');
}
