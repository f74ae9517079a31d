/** An open file with the interface of the port. */
import type { Database } from '../port.ts';
import type { SqliteDatabase } from './driver.ts';
import { openNeighbours } from './neighbours.ts';
import { openNoteWords } from './note-words.ts';
import { openPostings } from './postings.ts';
import { scrub } from './scrub.ts';

export function asDatabase(db: SqliteDatabase): Database {
  const dataVersion = db.prepare('PRAGMA data_version');
  return {
    exec: (sql) => db.exec(sql),
    prepare: (sql) => db.prepare(sql),
    close: () => db.close(),
    postings: openPostings(db),
    noteWords: openNoteWords(db),
    neighbours: openNeighbours(db),
    batch: 5000,
    begin: () => db.exec('BEGIN IMMEDIATE'),
    commit: () => db.exec('COMMIT'),
    rollback: () => db.exec('ROLLBACK'),
    version: () => Number(dataVersion.get()!['data_version']),
    scrub: () => scrub(db),
  };
}
