/** Which rows are related to a question. */
import { STATE_KINDS } from '../question/question-words.ts';
import type { Question } from '../question/question.ts';
import { MIN_RELEVANT_COVERAGE } from './relevance.ts';
import type { Row } from './select.ts';

/** A row that is related to the question. */
export function bears(row: Row, question: Question): boolean {
  if (question.aboutState) return isOfState(row, question);
  return row.coverage >= MIN_RELEVANT_COVERAGE;
}

/** A row of the kinds that the question asks to list, or of the state of the work. */
export function isOfState(row: Row, { aboutLast, listed }: Question): boolean {
  if (aboutLast === true) return true;
  const { entityType, properties } = row;
  if (listed === undefined) return STATE_KINDS.has(entityType ?? '');
  if (listed.some((kind) => kind === entityType)) return true;
  // A pinned fact is valid, so it is neither open work nor rejected.
  return properties['pinned'] === true && listed.some((kind) => IN_FORCE.has(kind));
}
const IN_FORCE: ReadonlySet<string> = new Set(['decision', 'rule', 'preference']);
