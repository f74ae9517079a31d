/** What the answer to each kind of question looks like in a text: a count, a duration, a name, a reason, a date. */
import { REASON_WORDS } from '../question/question-words.ts';
import { termsIn, wordsOf, type Question } from '../question/question.ts';
import { namesInSmallLetters } from './plain-names.ts';
import type { Row } from './select.ts';
import { saysStatus } from './holds.ts';

export type AnswerKind =
  | 'choice'
  | 'code_name'
  | 'date'
  | 'frequency'
  | 'moment'
  | 'money'
  | 'percentage'
  | 'person'
  | 'rationale'
  | 'size'
  | 'status'
  | 'time_span'
  | 'version';

/** True if the text or the fields of a row can be that kind of answer. */
export const CAN_ANSWER: Readonly<Record<AnswerKind, (row: Row, question: Question) => boolean>> = {
  // mayAnswer already decided which rows can be a choice.
  choice: () => true,
  code_name: ({ content }) => CODE_NAME.test(content),
  date: ({ content }) => DATE.test(content),
  frequency: ({ content }) => FREQUENCY.test(content),
  moment: ({ content }) => DATE.test(content) || MOMENT.test(content),
  money: ({ content }) => MONEY.test(content),
  percentage: ({ content }) => /\d\s?(?:%|percent\b)/i.test(content),
  person: namesSomebody,
  rationale: (row) => REASON_WORDS.test(`${row.content}\n${JSON.stringify(row.properties)}`),
  size: ({ content }) => SIZE.test(content),
  status: saysStatus,
  time_span: ({ content }) => TIME_SPAN.test(content),
  version: givesVersion,
};

const ROLES: ReadonlySet<string> = new Set('user assistant agent model system tool'.split(' '));
/** A capitalised word inside a sentence, or before a verb at the start of one. */
const NAME =
  /(?<=[\p{Ll}\p{N},;] )(?!I\b)\p{Lu}\p{Ll}{2,}|(?:^|[.:!?]\s)(?!(?:The|This|That|These|It|He|She|We|They|You|All|Each|Every|There|What|Who)\b)\p{Lu}\p{Ll}{2,} (?:did|does|is|was|has|had|will|can|took|takes|\p{Ll}+ed)\b/gu;

/** "3.12", or the asked thing with its number: "Node 24". */
function givesVersion({ content }: Row, question: Question): boolean {
  if (DOTTED.test(content)) return true;
  return [...content.matchAll(NUMBERED)].some(([, name]) => termsIn(question, name!).size > 0);
}

/** A name at the start of a sentence, before any verb: "Maria owns". */
const SUBJECT =
  /(?<=^|[.:!?]\s)(?!(?:The|This|That|These|It|He|She|We|They|You|All|Each|Every|There|What|Who)\b)(\p{Lu}\p{Ll}{2,}) (\p{Ll}{3,})\b/gu;

/** A name that is not in the question: "Who builds for Windows?" is not answered by "Windows". */
function namesSomebody({ content, actor }: Row, question: Question): boolean {
  const asked = new Set(question.terms.map(({ word }) => word));
  const isNew = (name: string): boolean => [...wordsOf(name)].every((word) => !asked.has(word));
  const named = [...content.matchAll(NAME)].some(([name]) =>
    isNew(/\p{Lu}\S*/u.exec(name)?.[0] ?? ''),
  );
  // Only before the verb in the question: many words at the start of a sentence are not names.
  const does = (): boolean =>
    [...content.matchAll(SUBJECT)].some(
      ([, name, verb]) => isNew(name!) && termsIn(question, verb!).size > 0,
    );
  return named || does() || !isRole(actor) || namesInSmallLetters(content, question);
}

/** False if the name of the actor is that of a person or of an agent with its own name. */
export function isRole(actor: string): boolean {
  return ROLES.has(actor) || actor.startsWith('zaxy');
}

const UNIT_OF_TIME =
  '(?:ns|us|µs|ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|nights?|weeks?|months?|quarters?|years?)';
const AMOUNT =
  '(?:(?<![\\p{L}\\p{N}-])\\d[\\d.,]*|\\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half an?|several))';
const TIME_SPAN = new RegExp(`${AMOUNT}[\\s-]?${UNIT_OF_TIME}\\b`, 'iu');
const FREQUENCY = new RegExp(
  `\\b(?:every|each|once|twice|hourly|daily|nightly|weekly|monthly|never|always|per|\\d+ times|(?:a|an) (?:second|minute|hour|day|night|week|month))\\b|${TIME_SPAN.source}`,
  'iu',
);
/** A standalone number, not part of a name ("ingest-07") or an id. */
const SIZE =
  /(?<![\p{L}\p{N}_#-])\d[\d.,]*(?![\p{N}-])|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred|thousand|none|zero|once|twice|half|nothing)\b/iu;
const MONEY =
  /[$€£¥]\s?\d|\d\s?(?:[$€£¥]|(?:EUR|USD|GBP|CHF|euros?|dollars?|pounds?|cents?|francs?)\b)|\bfree(?: of charge)?\b/i;
const DOTTED =
  /(?<![\d.,/-])v?\d{1,3}\.\d{1,3}(?:\.\d+)*(?![\d%,-]|\s?(?:EUR|USD|GB|MB|KB|kB|m?s|percent|hours?)\b)/;
const NUMBERED = /(\p{L}[\p{L}+#.]*)[ @-]v?\d+(?![\d.,]*[%:/-])/gu;
/** A path, an identifier, a flag or text in backticks. */
const CODE_NAME =
  /`[^`]+`|(?<![\p{L}\p{N}])(?:[\w.-]+\/)+[\w.-]+|\b\w+(?:[._:]\w+)+\b|\b\p{Ll}+\p{Lu}\w*|--?[a-z][\w-]+/u;

export const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred|thousand|none|zero|once|twice|half)\b/i;
const DATE =
  /\b20\d\d\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|june|july|august|september|october|november|december)\b|\b(?:today|tomorrow|tonight|next (?:week|month|quarter|release))\b/i;
/** A time of day, a span, or the condition that something waits for. */
const MOMENT =
  /\b(?:\d{1,2}:\d\d|\d{1,2} ?[ap]m|noon|midnight|morning|evening|night(?:ly)?|daily|weekly|monthly|weekends?|every|each|always|never|when|once|unless|until|only|before|after|during|if|expires?d?)\b/i;
const COUNTED =
  /(?:([\p{L}]+)[\s:=]{1,3})?(?<![\p{L}\p{N}.:-])(?:\d+(?:,\d{3})*|one|two|three|four|five|six|seven|eight|nine|ten|no)(?![\p{N}:.-]*[\p{N}:])(?:\s+([\p{L}-]+))?(?:\s+([\p{L}-]+))?/giu;

/** True if a number is next to a word of the question: "143 passed", "tests: 9", never "03:00" or "T-3". */
export function countsSomething(text: string, question: Question): boolean {
  for (const [, before, after, next] of text.matchAll(COUNTED)) {
    const beside = [before, after, next].filter((word) => word !== undefined).join(' ');
    if (termsIn(question, beside).size > 0) return true;
  }
  return false;
}
