/** Documents that share no word with the question but lie near it by their vectors. */
import type { Database } from '../stores/sqlite/driver.ts';
import type { QuestionVectors } from '../vectors/question-vectors.ts';
import type { Candidate } from './candidates.ts';
import type { Scope } from './scope.ts';

const NEAREST = 50;

/** The candidates with the nearest documents of the scope. */
export function addNearest(
  db: Database,
  lexical: Candidate[],
  vectors: QuestionVectors,
  scope: Scope,
): Candidate[] {
  const known = new Set(lexical.map(({ id }) => id));
  const fresh = vectors.nearest(scope, NEAREST).filter((id) => !known.has(id));
  if (fresh.length === 0) return lexical;
  const rows = db.prepare(`SELECT id, stream FROM docs WHERE id IN (${fresh.join(',')})`).all();
  return [
    ...lexical,
    ...rows.map((row) => ({ id: Number(row['id']), stream: Number(row['stream']) })),
  ];
}
