/** Documents that share no word with the question but are close to it by their vectors. */
import type { Database } from '../store/port.ts';
import type { QuestionVectors } from '../vectors/question-vectors.ts';
import type { Candidate } from './candidates.ts';
import type { Scope } from './scope.ts';
import { conversationsOf } from '../store/document-rows.ts';

const NEAREST = 50;
/** Share of the findings by words that must have a vector. */
const SPOKEN_FOR = 2 / 3;

/**
 * Whether vectors may take part. If many documents have no vector (code, or not made yet), vectors would only raise the
 * others.
 */
export function canCompare(lexical: readonly Candidate[], vectors: QuestionVectors): boolean {
  const held = lexical.filter(({ id }) => vectors.has(id)).length;
  return held >= SPOKEN_FOR * lexical.length;
}

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
  return [...lexical, ...conversationsOf(db, fresh).map((found) => ({ ...found, leads: true }))];
}
