import type { SearchResult } from '../rows.ts';
import { analyze, rawWords, wordStem } from '../words/analyze.ts';
import { porterStem } from '../words/porter-stem.ts';
import { baseForm } from '../words/irregular-forms.ts';
import { askedKinds, namesAskedKind, type ListedKind } from './asked-kinds.ts';
import { askedRecords, asksForLastWork, type AskedRecords } from './asked-records.ts';
import {
  ASKS_CODE_NAME,
  ASKS_EARLIER,
  ASKS_STATUS,
  EVERYDAY_WORDS,
  FRAME_WORDS,
  GENERIC_WORDS,
  SAME_MEANING,
  STATE_WORDS,
} from './question-words.ts';

/** A content term of the question and its weight. */
export interface QuestionTerm {
  /** As the memory analysed it, often a stem. */
  term: string;
  /** The form of it in the question, or the term. */
  word: string;
  /** The complete word of the question that it comes from. */
  spelled: string;
  documentFrequency: number;
  /** Inverse document frequency, reduced for words that only shape the question. */
  weight: number;
  /** The same, with an everyday verb or adjective counted like any other word. */
  fullWeight: number;
  /** Names the subject of the question and is not part of its form. */
  distinguishing: boolean;
  /** Names the kind of thing that the question asks for. */
  focus: boolean;
  /** A name in capitals, such as `UPS`, which no form of another word matches. */
  isAcronym?: boolean;
}

export interface Question {
  terms: QuestionTerm[];
  totalWeight: number;
  /** No distinguishing term: the question asks for the current state of the work. */
  aboutState: boolean;
  /** Asks for the newest work or prompts, and is therefore about the state: "What did we do last?" */
  aboutLast?: 'work' | 'prompts';
  /** Asks for recorded commands, edits or documents, and is therefore about the state: "Which tests failed?" */
  records?: AskedRecords;
  /** Asks for such records, but there are none. */
  unrecorded?: AskedRecords['of'];
  /** Asks about a run whose result a later run may have changed: "What did the first run fail with?" */
  aboutEarlier?: boolean;
  /** Asks for every statement of these kinds, about no specific topic: "Which rules do we have?" */
  listed?: readonly ListedKind[];
  /** Names nothing that only this project has: "Which branch are we on?" Almost any row can look like the answer. */
  isGeneric?: boolean;
  /** Asks whether something is done: "Is the importer finished?" */
  aboutStatus?: boolean;
  /** Names a time and nothing else: "What did we do yesterday?" */
  aboutTime?: boolean;
  /** Asks for all products of a kind: how many of the found rows name each. */
  named?: string;
}

/** The weight of a frame word relative to a distinguishing word of the same frequency. */
const FRAME_SHARE = 0.12;
/** The weight of an everyday verb or adjective. */
const EVERYDAY_SHARE = 0.4;

/** Without a minimum, a missing word would weigh many times as much as a present word in a small log. */
const LEAST_EVENTS = 50;
/** "Which map library do …": the answer is a map library, but rarely contains these words. */
const FOCUS =
  /\b(?:which|what)\s+(?:[\w-]+\s+){0,3}?([\w-]+)\s+(?:do|does|did|is|are|was|were|has|have|had|should|will|can|must|would|could)\b/i;

/** "UPS" has the stem of "up", and "AWS" that of "aw". */
const ACRONYM = /(?<![\p{L}\p{N}])[A-Z]{2,5}S(?![\p{L}\p{N}])/gu;

/** Weighs the terms that the memory analysed. `searched` is the number of searched events. */
export function weighQuestion(
  query: string,
  terms: SearchResult['terms'],
  searched: number,
): Question {
  const events = Math.max(searched, LEAST_EVENTS);
  const focus = (ASKS_CODE_NAME.exec(query) ?? FOCUS.exec(query))?.[1]?.toLowerCase();
  const asked = [...wordsOf(query)];
  const namesKind = namesAskedKind(query);
  const acronyms = new Set(
    /\p{Ll}/u.test(query) ? (query.match(ACRONYM) ?? []).map((name) => name.toLowerCase()) : [],
  );
  const runs = rawWords(query).map((run) => ({ run, terms: new Set(analyze(run)) }));
  const weighed = terms.map(({ term, documentFrequency }): QuestionTerm => {
    const known = Math.min(documentFrequency, events);
    const idf = Math.log(1 + (events - known + 0.5) / (known + 0.5));
    const spelled = runs.find((each) => each.terms.has(term))?.run.toLowerCase();
    const distinguishing =
      !inSet(FRAME_WORDS, term) && !(spelled !== undefined && namesKind(spelled));
    const isForm = (word: string): boolean => wordStem(word) === term || sameWord(term, word);
    const word = asked.find((each) => each === term) ?? asked.find(isForm) ?? term;
    const everyday = distinguishing && isEveryday(word);
    const isAcronym = spelled !== undefined && acronyms.has(spelled);
    return {
      term: isAcronym ? spelled : term,
      ...(isAcronym && { isAcronym }),
      word,
      spelled: spelled ?? word,
      documentFrequency,
      weight: idf * (everyday ? EVERYDAY_SHARE : distinguishing ? 1 : FRAME_SHARE),
      fullWeight: idf * (distinguishing ? 1 : FRAME_SHARE),
      distinguishing,
      focus: focus !== undefined && isForm(focus),
    };
  });
  const asking = weighed.filter(({ distinguishing }) => distinguishing);
  const kinds = asking.length === 0 ? askedKinds(query) : null;
  const aboutLast = kinds === null ? asksForLastWork(query) : null;
  const records = kinds === null && aboutLast === null ? askedRecords(query) : null;
  return {
    terms: weighed,
    totalWeight: weighed.reduce((sum, { weight }) => sum + weight, 0),
    aboutEarlier: ASKS_EARLIER.test(query),
    aboutStatus: ASKS_STATUS.test(query),
    aboutState:
      kinds !== null ||
      aboutLast !== null ||
      (records === null && !ASKS_WHO.test(query) && namesOnlyState(weighed, query)),
    ...(kinds === null && isGeneric(asking) && { isGeneric: true }),
    ...(aboutLast !== null && { aboutLast }),
    ...(records !== null && { records }),
    ...(kinds !== null && { listed: kinds }),
  };
}

/** One everyday word, or two generic ones. More describe something: "Which question should an agent never ask?" */
function isGeneric(asking: readonly QuestionTerm[]): boolean {
  const [first, ...others] = asking.map(({ term }) => inSet(GENERIC_WORDS, term));
  if (others.length === 0) return first !== false || isEveryday(asking[0]!.word);
  return others.length === 1 && first === true && others[0] === true;
}

const ASKS_WHAT = /^\W*(?:so\W+)?what\b/i;

/** "What is the current task?", "What changed?" But not "What is the allowed size?", which asks for one thing. */
function namesOnlyState(terms: readonly QuestionTerm[], query: string): boolean {
  const isOfState = ({ term }: QuestionTerm): boolean => inSet(STATE_WORDS, term);
  const asking = terms.filter(({ distinguishing }) => distinguishing);
  if (asking.length > 0) return asking.every(isOfState);
  return terms.some(isOfState) || (terms.length === 1 && ASKS_WHAT.test(query));
}

/** The terms of a question that a text contains, as indexes. */
export function termsIn(question: Question, text: string): Set<number> {
  const { terms } = question;
  const termsOf = termsOfWords.get(terms) ?? rememberTerms(terms);
  const said = new Set<number>();
  for (const identifier of text.match(IDENTIFIER) ?? [])
    for (const index of termsOf(identifier)) said.add(index);
  const found = new Set<number>();
  let lower: string | undefined;
  terms.forEach(({ term }, index) => {
    // Paths, commands and scripts without spaces are not single words.
    if (
      said.has(index) ||
      (/[^a-z0-9]/.test(term) && (lower ??= text.toLowerCase()).includes(term))
    )
      found.add(index);
  });
  return found;
}

type TermsOfWord = (identifier: string) => readonly number[];

/** A checkout weighs a hundred texts with the same words, so each word is compared with the question once. */
const termsOfWords = new WeakMap<readonly QuestionTerm[], TermsOfWord>();

function rememberTerms(terms: readonly QuestionTerm[]): TermsOfWord {
  const wanted = terms.map(({ term, isAcronym }) =>
    meaningsOf(term).map((word) => ({
      word,
      start: word.slice(0, 3),
      stem: isAcronym ? word : stemOf(word),
    })),
  );
  // A stem begins like its word, and two forms of a word begin alike.
  const starts = new Set(wanted.flat().map(({ word }) => word[0]));
  const termsOf = remembering((identifier): readonly number[] => {
    const parts = partsOf(identifier).filter((word) => starts.has(word[0]));
    if (parts.length === 0) return [];
    const words = parts.map((word) => ({ word, stem: stemOf(word) }));
    return wanted.flatMap((meanings, index) => {
      const isHeld = meanings.some((each) =>
        words.some(
          ({ word, stem }) =>
            stem === each.word ||
            stem === each.stem ||
            (word.startsWith(each.start) && sameWord(each.word, word)),
        ),
      );
      return isHeld ? [index] : [];
    });
  });
  termsOfWords.set(terms, termsOf);
  return termsOf;
}

const stemOf = remembering(wordStem);
const partsOf = remembering(identifierParts);
const meaningsOf = remembering(meanings);

/** Share of the question's weight that the given terms carry, 0 to 1. Nothing covers a question without terms. */
export function coverageOf(question: Question, found: ReadonlySet<number>): number {
  if (question.totalWeight === 0) return 0;
  let weight = 0;
  for (const index of found) weight += question.terms[index]?.weight ?? 0;
  return weight / question.totalWeight;
}

const WORD = /[\p{L}\p{N}]+/gu;
const IDENTIFIER = /[\p{L}\p{N}_$]+/gu;

/** Lower-case words, and the parts of identifiers: `readHookEvent` yields itself, read, hook, event. */
export function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const [identifier] of text.matchAll(IDENTIFIER))
    for (const part of partsOf(identifier)) words.add(part);
  return words;
}

const PLAIN = /^[A-Za-z]?[a-z]*$/;

function identifierParts(identifier: string): string[] {
  if (PLAIN.test(identifier)) return [identifier.toLowerCase()];
  const parts = identifier
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})|(\p{N})(\p{L})/gu, '$1$3 $2$4');
  return [identifier, ...(parts.match(WORD) ?? [])].map((word) => word.toLowerCase());
}

const GROUP_OF = new Map(SAME_MEANING.flatMap((group) => group.map((word) => [word, group])));

function meanings(term: string): readonly string[] {
  const group =
    GROUP_OF.get(term) ??
    SAME_MEANING.find((words) =>
      words.some((word) => wordStem(word) === term || sameWord(word, term)),
    );
  return group === undefined ? [term] : [term, ...group];
}

function inSet(set: ReadonlySet<string>, term: string): boolean {
  return set.has(term) || stemsOf(set).has(term) || [...set].some((word) => sameWord(term, word));
}

/** Compares the question's spelling: "provided" is an everyday word, "provider" is not, though both have one stem. */
function isEveryday(word: string): boolean {
  const base = baseForm(word);
  const plain = base.replace(/(?:s|ed|ing)$/, '');
  return [
    base,
    plain,
    `${plain}e`,
    plain.replace(/(.)\1$/, '$1'),
    plain.replace(/i(?:e)?$/, 'y'),
    plain.replace(/e$/, ''),
  ].some((form) => EVERYDAY_WORDS.has(form));
}

const STEMS = new Map<ReadonlySet<string>, ReadonlySet<string>>();

function stemsOf(set: ReadonlySet<string>): ReadonlySet<string> {
  let stems = STEMS.get(set);
  if (stems === undefined) STEMS.set(set, (stems = new Set([...set].map(porterStem))));
  return stems;
}

/** A person, a number or a description, not the state of the work: "Who is on call this week?", "What is this project?" */
const ASKS_WHO =
  /^\W*(?:who(?:se|m)?|how (?:many|much|long|often)|which (?:agents?|models?|people)|what(?:'s| is| does) (?:this|the|our) (?:project|repo|repository|codebase|system)(?: (?:about|for|do))?\W*$)(?!\p{L})/iu;

/** The endings after the part that two forms of a word share. */
const ENDING =
  /^(?:s|es|e|d|ed|ing|ings|y|i|ies|ied|ion|ions|ation|ations|sion|sions|tion|tions|ment|ments|er|ers|or|ors|ly|al|able|ive|ity)?$/;

/**
 * True if two words are forms of one: equal, or equal up to a known ending. The memory may have stemmed one ("decis")
 * while the row spells the other ("decided"), so both sides may lack or carry an ending.
 */
function sameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  if (shorter < 3) return false;
  let shared = 0;
  while (shared < shorter && a[shared] === b[shared]) shared++;
  const least = shorter <= 4 ? shorter : shorter - 1;
  if (shared < Math.max(3, least)) return false;
  return endsAfter(a, shared) && endsAfter(b, shared);
}

/** `zip`, `zipped`: a doubled consonant belongs to the ending. */
function endsAfter(word: string, shared: number): boolean {
  const rest = word.slice(shared);
  return ENDING.test(rest) || (rest[0] === word[shared - 1] && ENDING.test(rest.slice(1)));
}

const MAX_KEPT = 50_000;
/** Longer ones are not repeated words and would fill the memory. */
const MAX_CHARS = 64;

/**
 * Memoises a function of a word: texts repeat their words.
 *
 * @example const stemOf = remembering(porterStem);
 */
export function remembering<T>(find: (word: string) => T): (word: string) => T {
  const kept = new Map<string, T>();
  return (word) => {
    let found = kept.get(word);
    if (found === undefined) {
      found = find(word);
      if (kept.size >= MAX_KEPT) kept.clear();
      if (word.length <= MAX_CHARS) kept.set(word, found);
    }
    return found;
  };
}
