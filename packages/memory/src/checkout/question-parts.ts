import { planSlots, type SlotPlan } from './slot-plan.ts';
import { termsIn, type Question } from '../question/question.ts';

/** One part of a question: "how is it compared, and why did the test fail?" has two. */
export interface QuestionPart {
  /** Indexes of the question's terms in this part. */
  terms: ReadonlySet<number>;
  slots: SlotPlan;
}

/**
 * A conjunction or punctuation before another question word. Cuts "What and when", but not "the host on which it ran".
 */
const CUT =
  /\s*(?:[,;]\s*and|[,;?]|\band)\s+(?=(?:(?:for|since|until|by|on|in|at|from) )?(?:why|how|when|where|who|whose|which|what)\b)/i;
/** A part that refers to the subject of the part before it. */
const REFERS = /\b(?:it|its|they|them|their|this|that|these|those|he|she|him|her|one)\b/i;
const MAX_PARTS = 4;

/**
 * The parts of a question, each with its own terms and slots. A part that names nothing is about the part before it.
 */
export function partsOf(query: string, question: Question, whole: SlotPlan): QuestionPart[] {
  const texts = query.split(CUT).filter((text) => /\p{L}/u.test(text));
  const all = new Set(question.terms.keys());
  if (texts.length < 2 || texts.length > MAX_PARTS || question.aboutState)
    return [{ terms: all, slots: whole }];
  const parts: QuestionPart[] = [];
  for (const text of texts) {
    const own = termsIn(question, text);
    const before = parts.at(-1)?.terms ?? new Set<number>();
    const names = [...own].some((index) => question.terms[index]!.distinguishing);
    const terms = names && !REFERS.test(text) ? own : new Set([...before, ...own]);
    parts.push({ terms, slots: planSlots(text, false) });
  }
  return parts.every(({ terms }) => terms.size > 0) ? parts : [{ terms: all, slots: whole }];
}
