/** Which words of a question occur in the rows that were found, and which do not. */
import { foldText } from '../shown/clean-text.ts';
import { coverageOf, type Question } from '../question/question.ts';
import { termsByRelatedWord, type Stems } from './relevance.ts';
import type { Row } from './select.ts';

/** Below this share, over all rows together, the memory does not know the subject. */
const MIN_KNOWN_COVERAGE = 0.42;
/** A row that covers less of the question than this only shares a word with it. */
export const MIN_RELEVANT_COVERAGE = 0.3;
/**
 * The question is unknown if more than this share of its distinguishing weight is in words that the memory has never
 * seen.
 */
const UNKNOWN_ABOVE = 0.5;

/**
 * A noun that asks ("which permission") rarely occurs in the answer. relevance.ts has the words that can replace it.
 */
export function namesUnseen(question: Question, found: readonly Row[], stems: Stems): boolean {
  const held = seenIn(question, found, stems);
  return question.terms.some(
    ({ distinguishing, weight, fullWeight }, index) =>
      distinguishing && weight === fullWeight && !held.has(index),
  );
}

function seenIn(question: Question, found: readonly Row[], stems: Stems): ReadonlySet<number> {
  return new Set(
    found.flatMap((row) => [...row.terms, ...termsByRelatedWord(question, row, stems)]),
  );
}

export function unionCoverage(rows: readonly Row[], question: Question): number {
  const held = new Set<number>();
  for (const row of rows)
    if (row.coverage >= MIN_RELEVANT_COVERAGE) for (const index of row.terms) held.add(index);
  return coverageOf(question, held);
}

export function knows(
  question: Question,
  found: readonly Row[],
  union: number,
  stems: Stems,
): boolean {
  if (question.terms.length === 0 || question.aboutState) return found.length > 0;
  const held = seenIn(question, found, stems);
  let all = 0;
  let unseen = 0;
  question.terms.forEach(({ weight, distinguishing, focus }, index) => {
    if (!distinguishing) return;
    const counted = focus ? weight / 2 : weight;
    all += counted;
    if (!held.has(index)) unseen += counted;
  });
  if (all > 0 && unseen / all > UNKNOWN_ABOVE) return false;
  return (
    union >= MIN_KNOWN_COVERAGE ||
    (union >= MIN_KNOWN_COVERAGE / 2 && question.terms.some(({ focus }) => focus))
  );
}

/** Distinguishing terms that are in none of the rows related to the question. */
export function missing(question: Question, found: readonly Row[]): string[] {
  const bearing = found.filter((row) => row.coverage >= MIN_RELEVANT_COVERAGE);
  return absent(question, bearing);
}

export function unknownTerms(question: Question, found: readonly Row[]): string[] {
  return absent(question, found);
}

const MAX_TERMS = 6;

function absent(question: Question, rows: readonly Row[]): string[] {
  if (question.aboutState) return [];
  const words = question.terms
    .filter(
      ({ distinguishing }, index) => distinguishing && !rows.some(({ terms }) => terms.has(index)),
    )
    .map(({ spelled }) => foldText(spelled).slice(0, 40));
  return [...new Set(words)].slice(0, MAX_TERMS);
}
