import { ASKED_MARK } from '../words/marks.ts';
import type { Database, Range } from './port.ts';

/** The index terms of each document of a range, joined by blanks: those of its text, its dates and the questions it answers. */
export function termsOfDocuments(db: Database, [first, last]: Range): string[] {
  return db
    .prepare("SELECT terms || ' ' || dates AS terms FROM docs WHERE id BETWEEN ? AND ?")
    .all(first, last)
    .map(({ terms }) => String(terms).replaceAll(ASKED_MARK, ''));
}
