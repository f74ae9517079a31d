/** Whether a text gives the reason for what is asked. What it only names as the reason for something else, it does not explain. */
import { termsIn, type Question } from '../question/question.ts';

/** Before a reason. */
const REASON = /\b(?:rationale:|because|due to)\s/giu;
const MIN_WORDS = 3;

/**
 * @returns False if most asked words are in the reason: "Reports use Berlin time, because finance closes then" does not
 *   say why finance closes then.
 */
export function asksBeforeReason(
  text: string,
  question: Question,
  asked: readonly number[],
): boolean {
  const last = [...text.matchAll(REASON)].at(-1);
  if (last === undefined) return true;
  const before = text.slice(0, last.index);
  if ((before.match(/\p{L}+/gu) ?? []).length < MIN_WORDS) return true;
  const count = (part: string): number => {
    const found = termsIn(question, part);
    return asked.filter((index) => found.has(index)).length;
  };
  return count(before) >= count(text.slice(last.index));
}
