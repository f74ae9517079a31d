/** Answers that have no meaning without the question: "yes", "the second", "1. the former". */
import { proseOf, type Line } from './blocks.ts';
import type { CueTable } from './cues/table.ts';
import { answeredBy } from './answered-question.ts';
import { readSentence } from './read-sentence.ts';
import { sentencesOf } from './sentences.ts';
import type { Statement } from './statement.ts';

const MAX_ANSWER_WORDS = 14;
const MAX_ANSWERS = 12;
const MAX_TEXT = 400;
/** Maximum length of a turn of one line. */
const MAX_CHOICE_CHARS = 300;
const MAX_READ_CHARS = 4_000;
const ORDINAL =
  /\b(?:(?:option|choice|number|variant|approach|plan|nr\.?|opción|numéro|вариант|方案|选项)\s*#?\s*(\d|[a-e]))\b|^(?:\S+ ){0,3}(?:the (first|second|third|fourth|last)(?: one)?|(?:die|der|das) (erste|zweite|dritte))[.!]?$/iu;
const PLACES: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  erste: 1,
  zweite: 2,
  dritte: 3,
  a: 1,
  b: 2,
  c: 3,
  d: 4,
  e: 5,
};

/** A cheap check that is true for every turn from which `readAnswers` can read anything. */
export function mayBeAnswer(text: string): boolean {
  return (
    text.length <= MAX_CHOICE_CHARS || /^\s*\d{1,2}[.)]\s/m.test(text.slice(0, MAX_READ_CHARS))
  );
}

/** The statements of a turn that answers the question directly before it. Nothing if the question is unknown. */
export function readAnswers(
  lines: readonly Line[],
  before: () => string,
  tables: readonly CueTable[],
): Statement[] {
  const numbered = lines.filter(({ number, text }) => number !== null && isShort(text));
  if (numbered.length > 0) {
    const asked = proseOf(before(), false);
    return numbered.slice(0, MAX_ANSWERS).flatMap(({ number, text }) => {
      const question = asked.findLast((line) => numberOf(line) === number);
      if (question === undefined || question.text.length < 8) return [];
      const below = asked[asked.indexOf(question) + 1];
      const more =
        below !== undefined && /[?？]/.test(below.text) && numberOf(below) === null
          ? ` ${below.text}`
          : '';
      const own = readSentence(text, { speaker: 'user', tables });
      const kind = own?.kind ?? 'decision';
      return [{ ...decided(`${question.text}${more} → ${text}`, text), kind }];
    });
  }
  const [only, more] = lines;
  if (only === undefined || more !== undefined) return [];
  const question = only.text.length <= MAX_CHOICE_CHARS ? answeredBy(only, before, tables) : null;
  if (question !== null)
    return [decided(`${question} → ${only.text}`, sentencesOf([only])[0]!.text)];
  if (!isShort(only.text)) return [];
  const place = placeIn(only.text);
  if (place === null && !tables.some(({ yes }) => yes.test(only.text))) return [];
  const asked = proseOf(before(), false);
  if (place !== null) {
    const option =
      place === 'last'
        ? asked.findLast(isOption)
        : asked.findLast((line) => numberOf(line) === place);
    return option === undefined ? [] : [decided(`${only.text} → ${option.text}`, only.text)];
  }
  const proposal = sentencesOf(asked).findLast((said) => said.isLast && PROPOSAL.test(said.text));
  return proposal === undefined
    ? []
    : [decided(proposal.text.replace(/[?？]+$/u, ' → yes'), only.text)];
}

/** Asks whether to decide something, not whether to continue. */
const PROPOSAL =
  /(?:\b(?:should (?:we|i) (?:use|keep|make|go with|switch|drop|replace|store|call|name|put|support)|shall (?:we|i) (?:use|keep)|(?:i(?:'d| would)? )?(?:recommend|suggest|propose)|use .{3,80} instead|sollen wir .{3,80}(?:nehmen|verwenden|behalten)|ich (?:schlage|empfehle))\b|用.{2,40}吗|建议)/iu;

function decided(text: string, cue: string): Statement {
  return {
    kind: 'decision',
    text: text.length > MAX_TEXT ? text.slice(0, MAX_TEXT).toWellFormed() : text,
    cue: `answer: ${cue.slice(0, 50)}`,
    change: 'plain',
    speaker: 'user',
  };
}

function isShort(text: string): boolean {
  return !text.includes('?') && text.split(/\s+/).length <= MAX_ANSWER_WORDS;
}

function isOption({ isItem, text }: Line): boolean {
  return isItem || numberOf({ isItem, text, number: null, isHeading: false }) !== null;
}

/** `2. Use a file` and `Option 2: use a file`. */
function numberOf({ number, text }: Line): number | null {
  if (number !== null) return number;
  const named =
    /^(?:option|variante?|opción|вариант|方案|选项)?\s*(\d{1,2}|[A-E])\s*[.:)-]\s/iu.exec(
      text,
    )?.[1];
  if (named === undefined) return null;
  return PLACES[named.toLowerCase()] ?? Number(named);
}

function placeIn(text: string): number | 'last' | null {
  const match = ORDINAL.exec(text);
  if (match === null) return null;
  const word = (match[1] ?? match[2] ?? match[3])!.toLowerCase();
  return word === 'last' ? 'last' : (PLACES[word] ?? Number(word));
}
