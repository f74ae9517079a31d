/**
 * Whether the subject and the attribute of a question occur together: in two sentences of one row, in the form that the
 * question asks for. A long row contains every word of most questions somewhere.
 */
import { analyze, rawWords } from '../words/analyze.ts';
import { relatedTo, kindsIn } from '../search/related-words.ts';
import { countsSomething, CAN_ANSWER, isRole, NUMBER } from './answer-forms.ts';
import { termsOfNamedKinds, texts } from './candidate.ts';
import { namesLabelled, namesOther } from './other-one.ts';
import { namesInSmallLetters } from './plain-names.ts';
import { asksBeforeReason } from './explains.ts';
import type { QuestionPart } from './slot-plan.ts';
import { termsIn, type Question } from '../question/question.ts';
import { isProposed } from '../channels.ts';
import { isAboutEvent } from './relevance.ts';
import type { Row } from './select.ts';
import { statedPart } from '../question/stated-part.ts';

/** What a row has of a question, at its best place. Shares are from 0 to 1. */
export interface Binding {
  row: Row;
  /** Weighted share of the question's words in two adjacent sentences that have the asked form. */
  bound: number;
  /** The weight of the heaviest missing word. */
  heaviestMissing: number;
  /** A number or name with digits of the question is missing. */
  numberMissing: boolean;
  /** The requested attribute ("the licence of …") is missing. */
  attributeMissing: boolean;
  /** The topic ("what did we decide about …") is missing. */
  topicMissing: boolean;
  /** The question names no subject, and the row is not asserted: other rows may be meant as well. */
  isOneOfMany: boolean;
  /** Cosine of the row; 0 without vectors, and if it is about another person or explains nothing that was asked. */
  similarity: number;
  /** How likely the row answers, as log-odds up to a constant; undefined if it is unknown. */
  answers: number | undefined;
}

/** Without vectors, a subject in other words looks as if it were missing. */
const MAY_MISS_BY_WORDS = 0.45;

/** The words of the question occur together. A number of the question must be there. */
export function occursTogether(binding: Binding): boolean {
  const { numberMissing, topicMissing, heaviestMissing, isOneOfMany } = binding;
  return !numberMissing && !topicMissing && !isOneOfMany && heaviestMissing <= MAY_MISS_BY_WORDS;
}

const MAX_SENTENCES = 60;
const MAX_WINDOW_CHARS = 600;
/** A window of more than two sentences ends at this length. */
const WINDOW_CHARS = 200;
const RELATED_CREDIT = 0.5;
const RELATED_FROM = 0.25;
/** Divides the weights of words; roughly the weight of a word that one in a thousand events contains. */
const HEAVY = 7;
const NAMED: ReadonlySet<string> = new Set(['code_name', 'version']);
/** The answer to "which map library" rarely contains the words "map library". */
const FOCUS_SHARE = 0.5;
const NONE: ReadonlySet<string> = new Set();
const SENTENCE_END = /(?<=[.!?。])\s+|\n+/;
const ATTRIBUTE =
  /\b(?:what|which|who)(?:'s| is| are| was| were| has| have| does| do)? (?:the |our )?([\p{L}-]+)(?: (?:of|for|does|do|is|are|was|were|did|has|have|will|can|may|must|should)\b)/iu;

interface Sentence {
  text: string;
  terms: ReadonlySet<number>;
  related: ReadonlySet<number>;
}

/** One for each row. */
export function bindingsOf(
  query: string,
  question: Question,
  part: QuestionPart,
  rows: readonly Row[],
): Binding[] {
  const weightOf = (index: number): number =>
    question.terms[index]![isAboutEvent(part) ? 'fullWeight' : 'weight'];
  const things = thingsOf(query, question);
  const missed = (index: number): number =>
    things.has(index) ? question.terms[index]!.fullWeight : weightOf(index);
  const naming = [...part.terms].filter((index) => question.terms[index]!.distinguishing);
  const asked = naming.length > 0 ? naming : [...part.terms];
  const total = asked.reduce((sum, index) => sum + weightOf(index), 0) || 1;
  const attribute = attributeOf(query, question);
  const topic = topicOf(query, question);
  const isFocus = (index: number): boolean => question.terms[index]!.focus;
  const named = part.slots.required_kinds.filter((kind) => NAMED.has(kind));
  const isNumber = (index: number): boolean => /\d/.test(question.terms[index]!.term);
  const said = new Set(rawWords(query.toLowerCase()));
  const isOther = namesOther(query);
  const hasLabelled = namesLabelled(query);
  const isAboutAsked = matchesAskedPerson(query, rows);
  const asksWhy = part.slots.required_kinds.includes('rationale');
  const explains = (text: string): boolean => !asksWhy || asksBeforeReason(text, question, asked);
  const ordinary = part.slots.required_kinds.includes('person') ? ordinaryWords(rows) : NONE;
  return rows.map((row) => {
    const isSimilar = isAboutAsked(row.content, row) && explains(row.content);
    const best: Binding = {
      row,
      bound: 0,
      heaviestMissing: 1,
      numberMissing: asked.some(isNumber),
      attributeMissing: attribute.length > 0,
      topicMissing: topic.length > 0,
      isOneOfMany: question.isGeneric === true && !isAsserted(row),
      similarity: isSimilar ? Math.max(0, row.similarity) : 0,
      answers: isSimilar ? row.answers : undefined,
    };
    const sentences = readOnce(row, question, () => sentencesOf(row, question, said));
    const isShort = row.content.length <= WINDOW_CHARS * 2;
    const isOtherRow = isShort && (isOther(row.content) || !explains(row.content));
    sentences.forEach((_, at) => {
      const window = windowAt(sentences, at);
      const text = window
        .map((each) => each.text)
        .join(' ')
        .slice(0, MAX_WINDOW_CHARS);
      // A path answers "Which file …" and rarely contains the word "file".
      const isNamed = named.some((kind) => CAN_ANSWER[kind]({ ...row, content: text }, question));
      const has = (index: number): boolean =>
        window.some(({ terms }) => terms.has(index)) || (isNamed && isFocus(index));
      const near = (index: number): boolean => window.some(({ related }) => related.has(index));
      const share =
        asked.reduce(
          (sum, index) =>
            sum + (has(index) ? 1 : near(index) ? RELATED_CREDIT : 0) * weightOf(index),
          0,
        ) / total;
      if (share <= best.bound) return;
      if (isOtherRow || isOther(text) || !isAboutAsked(text, row) || !explains(text)) return;
      if (!hasForm(text, { part, question, actor: row.actor, ordinary })) return;
      const missing = asked.filter((index) => !has(index));
      const heaviest = Math.max(
        0,
        ...missing.map((index) => missed(index) * (isFocus(index) ? FOCUS_SHARE : 1)),
      );
      Object.assign(best, {
        bound: share,
        heaviestMissing: Math.min(1, heaviest / HEAVY),
        numberMissing: missing.some(isNumber) || !hasLabelled(text),
        attributeMissing:
          attribute.length > 0 && !attribute.some((index) => has(index) || near(index)),
        topicMissing: topic.length > 0 && !topic.some((index) => has(index) || near(index)),
      } satisfies Partial<Binding>);
    });
    return best;
  });
}

const read = new WeakMap<Question, WeakMap<Row, Sentence[]>>();

/** A checkout judges the same rows for each budget that it tries. */
function readOnce(row: Row, question: Question, make: () => Sentence[]): Sentence[] {
  const rows = read.get(question) ?? new WeakMap<Row, Sentence[]>();
  read.set(question, rows);
  const sentences = rows.get(row) ?? make();
  rows.set(row, sentences);
  return sentences;
}

/** The sentence and the next one, or more if they are short. */
function windowAt(sentences: readonly Sentence[], at: number): readonly Sentence[] {
  let end = at + 1;
  let chars = sentences[at]!.text.length;
  while (end < sentences.length && (end === at + 1 || chars < WINDOW_CHARS))
    chars += sentences[end++]!.text.length;
  return sentences.slice(at, end);
}

function sentencesOf(row: Row, question: Question, asked: ReadonlySet<string>): Sentence[] {
  const isTurn = row.entityType === 'transcript_turn' || row.sourceKind === 'transcript';
  const beside = isTurn ? [] : [row.entityName, row.entityType, ...texts(row.properties)];
  const said = statedPart(row.content);
  const plain = plainOf(said);
  return [said, ...beside.filter((text) => text !== null && !plain.includes(plainOf(text)))]
    .flatMap((text) => text!.split(SENTENCE_END))
    .filter((text) => text.trim() !== '')
    .slice(0, MAX_SENTENCES)
    .map((text) => {
      const terms = termsIn(question, text);
      // A product that the question names is not the answer to which product it is.
      const others = rawWords(text).filter((word) => !asked.has(word.toLowerCase()));
      for (const index of termsOfNamedKinds(question, others.join(' '))) terms.add(index);
      const said = new Set(analyze(text));
      const related = new Set<number>();
      question.terms.forEach(({ term }, index) => {
        if (terms.has(index)) return;
        for (const [other, share] of relatedTo(term))
          if (share >= RELATED_FROM && said.has(other)) related.add(index);
      });
      return { text, terms, related };
    });
}

/** A field often repeats the text in small letters. */
function plainOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The terms of "licence" in "what is the licence of …" and in "which licence does …". */
function attributeOf(query: string, question: Question): number[] {
  const [, named] = ATTRIBUTE.exec(query) ?? [];
  const focus = [...question.terms.keys()].filter((index) => question.terms[index]!.focus);
  const of = named === undefined ? [] : [...termsIn(question, named)];
  return [...new Set([...focus, ...of])].filter((index) => question.terms[index]!.distinguishing);
}

/** Every decision is close to "What did we decide about …", so the words after it count. */
const TOPIC =
  /\b(?:decid\w+|decisions?|agree\w*|agreements?|conclu\w+|settl\w+|chose\w*|choose|choices?|rules?|polic(?:y|ies)|conventions?|plan(?:s|ned)?|preferences?)\b[^?.,;]{0,30}?\b(?:about|on|regarding|concerning|for) (?!us\b|now\b|(?:the )?\d|(?:last|this|next|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?s?\b)([^?.,;]+)/iu;
const TOPIC_END =
  /\b(?:and|or|in|at|to|from|of|with|that|when|if|is|are|was|were|do|does|did|since|before|after)\b/iu;

/** The terms of the topic that are not everyday words. */
function topicOf(query: string, question: Question): number[] {
  const [, named = ''] = TOPIC.exec(query) ?? [];
  return [...termsIn(question, named.split(TOPIC_END)[0]!)].filter((index) => {
    const { distinguishing, weight, fullWeight } = question.terms[index]!;
    return distinguishing && weight === fullWeight;
  });
}

const THING = /(?<=\b(?:the|an?|our|my|your|their|its|of) )[\p{L}\p{N}_-]+/giu;

/** Terms that name a thing, although the word can be an everyday verb: "orders" in "the orders table". */
function thingsOf(query: string, question: Question): Set<number> {
  return termsIn(question, (query.match(THING) ?? []).join(' '));
}

/** A statement of a person, or a fact that was recorded as such. */
const isAsserted = (row: Row): boolean => row.lane === 'graph' && !isProposed(row);

interface Asked {
  part: QuestionPart;
  question: Question;
  actor: string;
  ordinary: ReadonlySet<string>;
}

function hasForm(text: string, { part: { slots }, question, actor, ordinary }: Asked): boolean {
  const row = { content: text, properties: {}, actor } as Row;
  const isNumeric = slots.required_slots.includes('numeric');
  if (
    isNumeric &&
    !(slots.operation === 'count' ? countsSomething(text, question) : NUMBER.test(text))
  )
    return false;
  return slots.required_kinds.every((kind) =>
    kind === 'person' ? namesPerson(row, question, ordinary) : CAN_ANSWER[kind](row, question),
  );
}

/** Before a colon it is the name of a field: "Cause: …". */
const PERSON = /(?<![\p{L}\p{N}._/-])(\p{Lu}\p{Ll}+)(?![\p{L}\p{N}_/:]|\.\p{L})/gu;
/** Headings, bold text, and verbs that begin a sentence. Their capital letters do not mark a name. */
const IN_CAPITALS =
  /(?:^|\s)#{1,6} [^.!?]{1,120}|\*\*[^*]{1,120}\*\*|(?<=^\W{0,4}|[.!?:] )\p{Lu}\p{Ll}+(?:ed|ing)(?!\p{L})/gu;
const HANDLE = /(?<![\w.])@\w{2,}/;

/** A name that is not a product, not a word of the question, and never written in lower case. */
function namesPerson(row: Row, question: Question, ordinary: ReadonlySet<string>): boolean {
  if (!isRole(row.actor) || HANDLE.test(row.content)) return true;
  if (namesInSmallLetters(row.content, question)) return true;
  return [...row.content.replace(IN_CAPITALS, ' ').matchAll(PERSON)].some(
    ([, name]) =>
      !ordinary.has(name!.toLowerCase()) &&
      kindsIn(name!).length === 0 &&
      termsIn(question, name!).size === 0,
  );
}

function ordinaryWords(rows: readonly Row[]): Set<string> {
  return new Set(
    rows.flatMap(({ content }) => content.match(/(?<![\p{L}\p{N}])\p{Ll}{2,}/gu) ?? []),
  );
}

// Statements of others about themselves do not answer "What did Maria paint?"
const FIRST_PERSON = /\b(?:I|me|my|mine|myself|we|us|our|ours)\b/i;
const SECOND_PERSON = /\b(?:you|your|yours|yourself)\b/i;

/** The speakers of `rows` that the question names. Others are no persons, because product names are also capitalised. */
export function askedPersons(query: string, rows: readonly Row[]): string[] {
  return [...new Set(rows.map(({ actor }) => actor))].filter(
    (actor) => /\p{L}/u.test(actor) && !isRole(actor) && nameIn(actor, ASKED).test(query),
  );
}

/** @returns Whether a text of a row is about one of the persons that the question names. */
export function matchesAskedPerson(
  query: string,
  rows: readonly Row[],
): (text: string, row: Row) => boolean {
  const asked = askedPersons(query, rows);
  if (asked.length === 0) return () => true;
  const named = asked.map((actor) => nameIn(actor));
  const addressed = asked.map((actor) => nameIn(actor, ADDRESSED));
  return (text, { actor, entityName }) => {
    if (asked.includes(actor)) return FIRST_PERSON.test(text) || !SECOND_PERSON.test(text);
    const rest = addressed.reduce((left, name) => left.replace(name, '$1'), text);
    return named.some((name) => name.test(rest) || name.test(entityName ?? ''));
  };
}

/** "Thanks, Maria!" and "Maria, I painted it" address her. */
const ADDRESSED = [
  '(^|[.,;:!?] *|\\b(?:hey|hi|hello|thanks|thank you|wow|dear|yes|yeah|yep|no|oh|well|so|sorry|congrats|ok|okay),? +)',
  "(?= *[.,;:!?]|$)(?!'s)",
] as const;

/** "The worker" is a thing, even if an agent of this name speaks. */
const ASKED = [
  '(?<!\\b(?:the|an?|our|your|this|that|each|every) )(?<![\\p{L}\\p{N}])',
  '(?![\\p{L}\\p{N}])',
] as const;
const WHOLE = ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'] as const;

function nameIn(actor: string, [before, after]: readonly [string, string] = WHOLE): RegExp {
  const name = actor.replace(/[^\p{L}\p{N}]+/gu, '[^\\p{L}\\p{N}]+');
  return new RegExp(`${before}${name}${after}`, 'iu');
}
