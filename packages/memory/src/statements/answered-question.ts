/** The question of the previous turn that a short turn answers, by naming an option or in other words. */
import { proseOf, type Line } from './blocks.ts';
import type { CueTable } from './cues/table.ts';
import { sentencesOf, type Said } from './sentences.ts';

/** Maximum number of content words in a sentence, or in its first clause, that names an option. */
const MAX_CHOICE_WORDS = 6;
/** An answer begins with the name that it chooses, or with a verb before it. */
const FIRST_WORDS = 2;
/** Words next to "or" that can name an option. */
const OPTION_WORDS = 5;
/** The options are in the last lines of a turn. */
const LAST_LINES = 12;
const MAX_OPTIONS = 8;
const MAX_OPTION_CHARS = 60;
const OR = /\s(?:or|oder|ou|o|или)\s|还是/giu;
const HAS_OR = new RegExp(OR.source, 'iu');
const BETWEEN = new RegExp(`,\\s*(?:(?:or|oder|ou|o|или)\\s)?|${OR.source}`, 'iu');
const NUMBERED = /\(?(?<![\w.])(?:\d|[A-Ea-e])\)\s+/gu;
const LISTED =
  /^(?:.{0,60}?:\s+|.{0,40}\b(?:use|take|choose|between|mit|zwischen)\s+(?:either\s+)?)/iu;
const CLAUSE = /\s*(?:[,;:(–—]|\s-\s|\s(?:because|since|weil|denn)\s).*$/su;

/** Offers something without a question. */
const OFFERS = /\b(?:could|can|might|könn\w*)\b/iu;

/** Asks for a value or a way that lasts. */
const ASKS = new RegExp(
  [
    '\\b(?:which|what|where|how|who|when)\\b(?=.*\\b(?:should|shall|do (?:you|we) (?:want|prefer|use|need|deploy|run|store|keep|call|name|have)|would you (?:like|prefer)|will)\\b)',
    '\\b(?:welche\\w*|was|wo|wie|wer|wann|womit|wohin)\\b(?=.*\\b(?:soll\\w*|möcht\\w*|bevorzug\\w*|woll\\w*|willst|nutz\\w*|verwend\\w*|nehmen)(?!\\p{L}))',
  ].join('|'),
  'iu',
);
/** "Retention?" */
const ASKS_ONE =
  /^(?!(?:ok|okay|ready|right|done|sure|proceed|continue|agreed|thoughts|really|why|what|so|or|any|yes|no|anything|questions?|good|correct)\b)(?:(?:and|und|the|die|der|das) )?\p{L}[\p{L}-]{2,20}(?: \p{L}[\p{L}-]{2,20})?\?$/iu;
/** Asks about the current work. */
const ASKS_NOW =
  /\b(?:next|first|now|today|work on|focus|help|start|begin|continue|proceed|tackle|look|see|(?:want|like|need) (?:me|us) to|should i (?:do|fix|check|look|try|run)|file|error|message|happen\w*|go (?:on|ahead)|(?:should|shall) (?:i|we) go|als nächstes|zuerst|jetzt|heute|anfangen|weiter\w*|ich (?:tun|machen)|datei|fehler)\b/iu;
/** Leaves the answer open, only agrees or declines, or orders something else. */
const NO_ANSWER =
  /^(?:please|can you|could you|i['’]ve|i (?:did|have|just|want you)|yes|yep|yeah|yup|sure|ok(?:ay)?|no|nope|nah|ja|nein|nee|both|all|any|either|neither|whatever|you (?:decide|choose|pick|tell)|up to you|not sure|idk|i (?:don['’]?t|do not) (?:know|care|mind)|no idea|hm+|wait|first|stop|why|what|never ?mind|let me|give me|show|explain|look|check|try|see|read|run|egal|weiß nicht|beide[s]?|keine ahnung|such|entscheide|warte|zeig|schau|erkläre?)\b(?! (?:\S+ )?(?:framework|library|build))/iu;
const NO_FUNCTION =
  /^(?:an|be|do|if|me|my|ok|so|up|us|am|da|du|er|es|im|ja|um|wo|zu|go|ich|mir|und|the|and|for)$/;

/** The question, with its options if they are not in it. Null if the turn answers none. */
export function answeredBy(
  line: Line,
  before: () => string,
  tables: readonly CueTable[],
): string | null {
  const [first, ...more] = sentencesOf([line]);
  if (first === undefined || first.isQuestion || more.some(({ isQuestion }) => isQuestion))
    return null;
  const asked = proseOf(before(), false).slice(-LAST_LINES);
  const said = sentencesOf(asked);
  const question = said.findLast(({ isLast, isQuestion }) => isLast && isQuestion);
  if (question !== undefined && choosesOne(first.text, question.text, tables)) return question.text;
  const options = optionsIn(asked, said, question !== undefined);
  if (namesOne(first.text, options, tables)) return options.join(' / ');
  if (question === undefined || ASKS_NOW.test(question.text)) return null;
  if (!ASKS.test(question.text) && !ASKS_ONE.test(question.text)) return null;
  const isOfNow = tables.some(({ step }) => step.test(first.text));
  return isOfNow || NO_ANSWER.test(first.text) ? null : question.text;
}

/** "Polars please", after "Do you want pandas or Polars?". */
function choosesOne(answer: string, question: string, tables: readonly CueTable[]): boolean {
  const words = contentWords(answer, tables);
  if (words.length === 0 || words.length > MAX_CHOICE_WORDS) return false;
  const named = [...question.matchAll(OR)].flatMap(({ index, 0: word }) => {
    const left = contentWords(question.slice(0, index), tables).slice(-OPTION_WORDS);
    const right = contentWords(question.slice(index + word.length), tables).slice(0, OPTION_WORDS);
    return [left, right].map((side, at, sides) =>
      side.filter((each) => !sides[1 - at]!.includes(each) && words.includes(each)),
    );
  });
  return named.filter((side) => side.length > 0).length === 1;
}

/** Several options, as short names: numbered, as a list, or with commas before "or". */
function optionsIn(lines: readonly Line[], said: readonly Said[], isAsked: boolean): string[] {
  const items = lines.filter(({ isItem, number }) => isItem || number !== null);
  if (isAsked && items.length > 1 && items.length <= MAX_OPTIONS)
    return items.every(({ text }) => text.length <= 2 * MAX_OPTION_CHARS && !text.endsWith(':'))
      ? items.map(({ text }) => shortName(text))
      : [];
  const inline = lines
    .map(({ text }) => text.split(NUMBERED).slice(1))
    .find((each) => each.length > 1);
  if (isAsked && inline !== undefined) return inline.slice(0, MAX_OPTIONS).map(shortName);
  const sentence = said.slice(-3).findLast(({ text }) => HAS_OR.test(text));
  if (sentence === undefined || (!isAsked && !OFFERS.test(sentence.text))) return [];
  const options = sentence.text
    .replace(LISTED, '')
    .split(BETWEEN)
    .map(shortName)
    .filter((option) => option !== '');
  return options.length > 1 && options.length <= MAX_OPTIONS ? options : [];
}

function shortName(option: string): string {
  return option
    .trim()
    .replace(/(?:[.!?]\s.*|[\s,.;!?]+)$/su, '')
    .slice(0, MAX_OPTION_CHARS)
    .toWellFormed();
}

/** Whether the answer, or its first clause, has a word of exactly one option. */
function namesOne(
  answer: string,
  options: readonly string[],
  tables: readonly CueTable[],
): boolean {
  if (options.length < 2 || HAS_OR.test(answer)) return false;
  const names = options.map((option) => contentWords(option, tables));
  return [answer.replace(CLAUSE, ''), answer].some((part) => {
    const words = contentWords(part, tables);
    // A short name, such as "Go".
    const short = part.replace(/[.!]+$/u, '').toLowerCase();
    const isShort = /^\p{L}{1,2}$/u.test(short);
    if (words.length > MAX_CHOICE_WORDS) return false;
    const chosen = names.filter((own, at) => {
      if (isShort && options[at]!.toLowerCase().split(' ', 1)[0] === short) return true;
      const others = names.filter((_, other) => other !== at).flat();
      return own.some(
        (word) => words.slice(0, FIRST_WORDS).includes(word) && !others.includes(word),
      );
    });
    return chosen.length === 1;
  });
}

/** Words of more than two letters, and signs of scripts that write no blanks, without function words. */
function contentWords(text: string, tables: readonly CueTable[]): string[] {
  const named = tables.reduce((rest, { words }) => rest.replace(words, ' '), text);
  const found =
    named.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}][\p{L}\p{N}+#._-]+[\p{L}\p{N}+#]/gu) ??
    [];
  return found.filter((word) => !NO_FUNCTION.test(word));
}
