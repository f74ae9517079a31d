/** How much of a question, or of one part of it, a row and its neighbours contain. */
import { analyze } from '../words/analyze.ts';
import { relatedTo } from '../search/related-words.ts';
import { CAN_ANSWER } from './answer-forms.ts';
import { type Question, coverageOf } from '../question/question.ts';
import type { QuestionPart } from './slot-plan.ts';
import type { Row } from './select.ts';
import { foldText } from '../shown/clean-text.ts';

/** The weight of a term that the row expresses with a related word, or that a neighbouring row contains. */
const RELATED_CREDIT = 0.5;
const BESIDE_CREDIT = 0.5;
/** Below this share, related words are too general to replace each other. */
const LEAST_SHARE = 0.25;
/** Events of one session that are this close together have the same topic. */
const BESIDE_EVENTS = 2;

export interface Covering {
  row: Row;
  /** 0 to 1. */
  coverage: number;
}

/** Stems of the rows. */
export type Stems = ReadonlyMap<Row, ReadonlySet<string>>;

/** A checkout judges the same rows for each budget that it tries. */
const stemsOfRow = new WeakMap<Row, ReadonlySet<string>>();

export function stemsOf(rows: readonly Row[]): Stems {
  return new Map(
    rows.map((row) => {
      const stems = stemsOfRow.get(row) ?? new Set(analyze(row.content));
      stemsOfRow.set(row, stems);
      return [row, stems];
    }),
  );
}

/** Terms of the question that a row only expresses with a related word. */
export function termsByRelatedWord(question: Question, row: Row, stems: Stems): Set<number> {
  const said = stems.get(row) ?? new Set<string>();
  const found = new Set<number>();
  question.terms.forEach(({ term }, index) => {
    if (row.terms.has(index)) return;
    for (const [other, share] of relatedTo(term))
      if (share >= LEAST_SHARE && said.has(other)) found.add(index);
  });
  return found;
}

/** Every row with the share of the part that it covers, in row order. */
export function cover(
  part: QuestionPart,
  question: Question,
  rows: readonly Row[],
  stems: Stems,
): Covering[] {
  const kinds = part.slots.required_kinds;
  const verbMatters = isAboutEvent(part);
  const weightOf = (index: number): number =>
    question.terms[index]![verbMatters ? 'fullWeight' : 'weight'];
  let total = 0;
  for (const index of part.terms) total += weightOf(index);
  const checkable =
    kinds.some((kind) => kind !== 'choice') || part.slots.required_slots.includes('numeric');
  const named = kinds.filter((kind) => kind === 'code_name' || kind === 'version');
  return rows.map((row) => {
    if (total === 0) return { row, coverage: 0 };
    const related = termsByRelatedWord(question, row, stems);
    const beside = checkable ? rows.filter((other) => isBeside(row, other)) : [];
    const holdsNamed = named.some((kind) => CAN_ANSWER[kind](row, question));
    let weight = 0;
    for (const index of part.terms) {
      const credit = Math.max(
        row.terms.has(index) || (holdsNamed && question.terms[index]!.focus) ? 1 : 0,
        related.has(index) ? RELATED_CREDIT : 0,
        beside.some(({ terms }) => terms.has(index)) ? BESIDE_CREDIT : 0,
      );
      weight += credit * weightOf(index);
    }
    return { row, coverage: weight / total };
  });
}

/** A day or a name belongs to an event, so the row must contain the verb too. */
export function isAboutEvent({ slots }: QuestionPart): boolean {
  return slots.required_kinds.includes('person') || slots.required_slots.includes('temporal');
}

function isBeside(row: Row, other: Row): boolean {
  return (
    other !== row && other.session === row.session && Math.abs(other.seq - row.seq) <= BESIDE_EVENTS
  );
}

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
