/** The statements of a person's turn. */
import { swappedValue } from './bare-value.ts';
import { proseOf } from './blocks.ts';
import type { CueTable } from './cues/table.ts';
import { tablesFor } from './cues/languages.ts';
import { mayChange, meaningOf } from './meaning.ts';
import { openLists, openStatement } from './open-lists.ts';
import { closesTheDay } from './plain-sentences.ts';
import { startsWithPronoun } from './starts-with-pronoun.ts';
import { isPhrase, isShouted } from './letters.ts';
import { lastingKind } from './lasting.ts';
import { readSentence, withoutKind } from './read-sentence.ts';
import { sentencesOf, type Said } from './sentences.ts';
import { mayBeAnswer, readAnswers } from './short-answers.ts';
import type { Statement } from './statement.ts';

/** How a statement without any cue was recognised. */
export const WORDING_CUE = 'its wording';
/** The cue of a sentence that is a statement because it ends an older one. */
export const CHANGE_CUE = 'a change';
const MOST = 8;
const MAX_CHARS = 400;
/** Maximum length of a short turn. In longer turns, cues mark lasting sentences, and the rest is narrative. */
const MAX_CHAT = 300;
/** Maximum length of a sentence that is read together with one that refers back to it, and of the latter. */
const MAX_LEAD = 160;

/** Maximum length of a turn that is shown whole. */
const MAX_EXPLAINED = 180;
const THREE_WORDS = /\S+\s+\S+\s+\S/;
/** Maximum length of a turn that is one statement. */
const MAX_WHOLE = 200;
/** A command that is only quoted. */
const ONLY_CODE = /^`[^`]+`[.!]?$/;
/** "decimal not float!!" */
const CONTRASTS =
  /^(?:use |take |nimm )?[\p{L}\p{N}][\p{L}\p{N}.#+_-]{1,30},? (?:not|nicht|statt|instead of) [\p{L}\p{N}.#+_-]{2,30}[.!]*$/iu;
/** "no, don't update." */
const REFUSES =
  /^(?:no|nope|nein|nee)[,.!]? (?:(?:please |bitte )?(?:do not|don['’]?t|not|never|nicht|kein\p{L}*) )(?!(?:yet|now|that|this|it|mean|think|noch|jetzt|das)(?!\p{L})).{2,60}$/iu;
/** Continues the list of the previous sentence: "And examples of how it should work." */
const CONTINUES =
  /^(?:and|plus|und|et)\s+(?!(?:i|we|you|they|it|there|let['’]?s|do|don['’]?t|never|always|please|also|then|now|make|use|keep|no|not|if|when|only|the|that|this|all|every|each|wir|ich|bitte|nie|immer|nur|nous|je|on|ne)\b)/i;
const ORDERS_TEXT =
  /^(?:(?:please|then|now|and|also|bitte|dann|jetzt|und)[, ]+)*(?:describe|explain|summari[sz]e|list|compare|tell me|show me|give me|outline|beschreibe?|erkläre?|fasse?|liste|vergleiche?|zeige?|nenne?)(?!\p{L})/iu;
const CAPITAL = /^[\p{Lu}\d&]/u;
const LITTLE = /^(?:an?|and|of|the|for|to|in|on|or|with|by)$/;

export function readUser(text: string, before: () => string): Statement[] {
  const tables = tablesFor(text);
  if (tables.length === 0) return [];
  const all = proseOf(text, true);
  if (all.length === 0) return [];
  const lists = openLists(all);
  const lines = all.filter((line) => !lists.some(({ of }) => of.includes(line)));
  const open = lists.map((list) => openStatement(list, 'user'));
  const answers = mayBeAnswer(text) ? readAnswers(lines, before, tables) : [];
  const said = sentencesOf(lines).filter((each) => !closesTheDay(each.text));
  const isChat = text.length <= MAX_CHAT;
  const whole = answers.length + open.length === 0 && lines.length === 1 ? ofTurn(said) : null;
  if (whole !== null) return [whole];
  const found = said.flatMap((each, at) => {
    const own = ofSentence(each, said[at - 1], tables, isChat);
    return own === null || answers.some((answer) => answer.text.includes(each.text)) ? [] : [own];
  });
  const stated = [...answers, ...open, ...found.filter((each) => !isIn(each, found))].slice(
    0,
    MOST,
  );
  const turn =
    isChat && answers.length + open.length === 0 ? explained(said, stated, tables) : null;
  if (turn === null) return stated;
  return stated.map((each) => ({ ...each, turn: { text: turn, statements: stated.length } }));
}

/** Whether it only says what an open end is about. */
function isIn({ text, cue }: Statement, others: readonly Statement[]): boolean {
  const isWhole = (other: Statement): boolean =>
    other.kind === 'open' && other.text.length > text.length && other.text.startsWith(text);
  return cue === WORDING_CUE && others.some(isWhole);
}

/** The statements with the other sentences of the turn. Null if there are none, or if one is a question. */
function explained(
  said: readonly Said[],
  stated: readonly Statement[],
  tables: readonly CueTable[],
): string | null {
  if (stated.length === 0 || said.some(({ isQuestion }) => isQuestion)) return null;
  const isStated = ({ text }: Said): boolean => stated.some((each) => each.text.includes(text));
  const others = said.filter((each) => !isStated(each) && explains(each.text, tables));
  if (others.length === 0) return null;
  const text = said
    .filter((each) => others.includes(each) || isStated(each))
    .map((each) => each.text)
    .join(' ');
  return text.length > MAX_EXPLAINED ? null : text;
}

/** Work that only the sentence before names: "let's tackle that later". */
const LEFT =
  /^(?:(?:and|but|so|then|please)[, ]+)*(?:(?:i|we|let)(?:['’](?:ll|s|re)| will| can| should)?\s+|will )?(?:\w+ ){0,2}?\w+ (?:that|this|it|them|those)\b/i;

function explains(text: string, tables: readonly CueTable[]): boolean {
  return THREE_WORDS.test(text) && !tables.some(({ step }) => step.test(text));
}

function ofSentence(
  said: Said,
  before: Said | undefined,
  tables: readonly CueTable[],
  isChat: boolean,
): Statement | null {
  const { text } = said;
  const blames = said.isQuestion && tables.some(({ complaint }) => complaint?.test(text) === true);
  if (blames)
    return { kind: 'rule', text, cue: 'why did you', change: 'correction', speaker: 'user' };
  if (said.isQuestion || text.endsWith(':')) return null;
  if (before !== undefined && tables.some(({ verdict }) => verdict?.test(text) === true)) {
    const both = `${before.text} ${text}`;
    if (both.length <= MAX_CHARS)
      return {
        kind: 'rejected',
        text: both,
        cue: text.slice(0, 60).toLowerCase(),
        change: 'correction',
        speaker: 'user',
      };
  }
  const own =
    readSentence(text, { speaker: 'user', tables }) ?? (isChat ? ofWording(text, tables) : null);
  if (own === null) return isChat && swappedValue(text) !== null ? swapped(text) : null;
  if (isHeading(text)) return null;
  if (before === undefined) return own;
  if (own.kind === 'decision' && CONTINUES.test(text)) return null;
  const isLeft = own.kind === 'open' && LEFT.test(text);
  if (before.isQuestion || !(isLeft || startsWithPronoun(text))) return own;
  // A sentence that refers to a requested text is about that text.
  if (ORDERS_TEXT.test(before.text)) return null;
  return before.text.length > MAX_LEAD || text.length > MAX_LEAD
    ? own
    : { ...own, text: `${before.text} ${text}` };
}

/** A turn whose sentences belong together: "decimal, not float! we had cent errors", "no, don't update. reject it". */
function ofTurn(said: readonly Said[]): Statement | null {
  const text = said.map((each) => each.text).join(' ');
  const first = said[0]?.text ?? '';
  if (said.length < 2 || text.length > MAX_WHOLE || said.some(({ isQuestion }) => isQuestion))
    return null;
  if (!CONTRASTS.test(first) && !REFUSES.test(first)) return null;
  const cue = first.slice(0, 60).toLowerCase();
  return { kind: 'decision', text, cue, change: 'correction', speaker: 'user' };
}

/** "port 8090 is taken, use 8077" */
function swapped(text: string): Statement {
  return { kind: 'decision', text, cue: 'another value', change: 'correction', speaker: 'user' };
}

/** Says when, to what or to whom a rule applies. */
const HOLDS =
  /(?<!\p{L})(?:always|never|each|every\w*|any\w*|all|only|no|none|not|must|may|when\w*|if|until|before|after|per|without|nur|nie\w*|immer|jede\w*|alle\w*|kein\w*|nicht|ohne|vor|nach|wenn|muss|müssen|darf|dürfen)(?!\p{L})|n['’]t/iu;
/** Says what somebody did or what there is. */
const REPORTS =
  /^(?:you|i|we)(?:['’]ve| have)? (?:\w+ed|made)\b|^there(?:['’]s| is| are)\b|have been/i;

/** Judges a sentence without a cue by the words that lasting sentences have: "retries: 3, then page someone". */
function ofWording(text: string, tables: readonly CueTable[]): Statement | null {
  if (!isPhrase(text) || isShouted(text) || ONLY_CODE.test(text)) return null;
  const cue = withoutKind(text, tables);
  const mayBeRule = cue !== 'step' && HOLDS.test(text) && !REPORTS.test(text);
  const kind = cue === 'supposed' ? null : lastingKind(text, cue, mayBeRule);
  if (kind === null) return null;
  // It ends an earlier statement, so it is a statement only if there is one to end.
  if (mayChange(text) && meaningOf(text).change === 'retraction') return null;
  return { kind, text, cue: WORDING_CUE, change: 'plain', speaker: 'user' };
}

/** "Target Users & Use Cases" */
function isHeading(text: string): boolean {
  if (/[.!,:;]/.test(text)) return false;
  const words = text.split(' ').filter((word) => !LITTLE.test(word));
  return words.length >= 3 && words.every((word) => CAPITAL.test(word));
}
