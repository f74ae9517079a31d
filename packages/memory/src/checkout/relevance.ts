/** How much of a question, or of one part of it, a row and its neighbours contain. */
import { analyze } from '../words/analyze.ts';
import { relatedTo } from '../search/related-words.ts';
import { CAN_ANSWER } from './answer-forms.ts';
import type { Question } from '../question/question.ts';
import type { QuestionPart } from './question-parts.ts';
import type { Row } from './select.ts';

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
