import type { Database, Range } from './port.ts';

/** The index terms of each document of a range, joined by blanks, without its marks. */
export function termsOfDocuments(db: Database, [first, last]: Range): string[] {
  return db
    .prepare('SELECT terms FROM docs WHERE id BETWEEN ? AND ?')
    .all(first, last)
    .map(({ terms }) => String(terms));
}
