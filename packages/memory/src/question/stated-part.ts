import { FRAME_WORDS } from './question-words.ts';
import { termsIn, wordsOf, type Question } from './question.ts';

/**
 * The part of a turn that makes a statement. An earlier question is not an answer to itself, however well it matches.
 * Hooks record every prompt before the agent reads its memory.
 *
 * @example statedPart('user: Which port is it? We moved it to 8080.') === 'We moved it to 8080.'
 */
export function statedPart(text: string): string {
  return text
    .replace(/^\s*[\w-]{1,40}:\s/, '')
    .split(/(?<=[.!?])\s+|\n+/)
    .filter((sentence) => !/\?["')\]]*$/.test(sentence.trim()))
    .join(' ')
    .trim();
}

/** "the export is done", and not "is the export done" or "check whether it is done". */
const REPORTS =
  /^(?!\W*(?:is|are|was|were|has|have|did|do|does|can|could|please|tell|show|check|see|look|find|let|make|i (?:wonder|want))\b).*?\b(?:is|are|was|were|has|have|['’]s|now|finally|just)\b/i;

/** True for a turn that adds nothing to the question: "tell me the port of the staging server". */
export function repeatsQuestion(stated: string, question: Question): boolean {
  if (question.aboutStatus === true && REPORTS.test(stated)) return false;
  const own = [...wordsOf(stated)].filter(
    (word) => /\d/.test(word) || (word.length > 2 && !LITTLE.has(word) && !FRAME_WORDS.has(word)),
  );
  return own.every((word) => termsIn(question, word).size > 0);
}

const LITTLE: ReadonlySet<string> = new Set(
  'the and for with from into that this then than them they what which where when who why how can could would should will please help let check look are was were has have had not but you your its out all any there here whether remind explain describe summarize summarise wonder ask'.split(
    ' ',
  ),
);
