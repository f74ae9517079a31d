/** Whether a person said this sentence. A person's statement stays theirs, wherever else it occurs. */
import { analyze } from '../words/analyze.ts';
import { docId } from '../store/stored-ids.ts';
import type { Database } from '../store/port.ts';
import type { Postings } from '../store/search-rows.ts';
import { hasTokensOf, isMostOf, confirms } from './compare.ts';
import { featuresOf, type Features } from './features.ts';
import { openReliedWords } from './relied-words.ts';
import { splitSentences } from './sentences.ts';
import { openTally } from './tally.ts';
import { textOfPerson } from '../store/document-rows.ts';

const MAX_WORDS_ASKED = 8;
const MAX_READ = 20;
const MAX_SENTENCES = 200;
/** Share of the words that a document must contain to be read. */
const HELD_SHARE = 0.5;
/** Sentences of people to cache, and documents of others. */
const MAX_CACHED = 20_000;

const QUESTION =
  /[?？]["'”’)»」]*$|^(?:is|are|was|does|do|did|why|what|which|who|how|check|verify|can|could|should)\b|[吗嗎か呢][。.]?$/iu;
const NEGATION =
  /\b(?:not|never|no|don'?t|doesn'?t|isn'?t|wrong|false|untrue|ignore|nicht|nie|niemals|kein\w*|falsch|ne|pas|jamais|faux|nunca|jamas|falso|non|mai|não|nao|jamais|sbagliato|errado)\b|(?:^|\s)(?:не|нет|никогда|неверно|нельзя)(?:\s|$)|不|没|別|别|ない|ません|않|아니|마세요/iu;

/** Whether a person asserts the sentence with the same polarity. */
export function assertsTheSame(
  spoken: string,
  by: Features,
  sentence: string,
  of: Features,
): boolean {
  if (!confirms(by, of) || QUESTION.test(spoken)) return false;
  return NEGATION.test(spoken) === NEGATION.test(sentence);
}

/** The assertions of a person's document: its sentences without the questions. */
interface Asserted {
  sentences: { isNegative: boolean; tokens: Features['tokens'] }[];
  /** The sentences that contain each word. */
  withWord: Map<string, number[]>;
}

export function openPersonSentences(db: Database, postings: Postings) {
  const relied = openReliedWords(db, postings);
  /** The number of requested words in each document, by its position in the session. */
  const tally = openTally();
  /** By document; null if it is not a person's. A document's text never changes. */
  const asserted = new Map<number, Asserted | null>();
  let cached = 0;

  function assertedIn(id: number): Asserted | null {
    let found = asserted.get(id);
    if (found === undefined) {
      const content = textOfPerson(db, id);
      found = content === null ? null : readAsserted(content);
      if (cached >= MAX_CACHED) drop();
      cached += 1 + (found?.sentences.length ?? 0);
      asserted.set(id, found);
    }
    return found;
  }

  function drop(): void {
    asserted.clear();
    cached = 0;
  }

  return {
    said(sid: number, sentence: string, of: Features): boolean {
      const words = [...new Set(analyze(sentence))]
        .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
        .slice(0, MAX_WORDS_ASKED);
      const first = docId(sid, 0);
      const held: number[] = [];
      const enough: number[] = [];
      const least = HELD_SHARE * words.length;
      for (const word of words)
        for (const id of relied.withWord(sid, word)) {
          const count = tally.add(id - first);
          if (count === 1) held.push(id - first);
          if (count >= least && count - 1 < least) enough.push(id - first);
        }
      const newest = enough
        .toSorted((a, b) => tally.of(b) - tally.of(a) || b - a)
        .slice(0, MAX_READ);
      tally.clear(held);
      const isNegative = newest.length > 0 && NEGATION.test(sentence);
      return newest.some((seq) => asserts(assertedIn(first + seq), isNegative, of));
    },
    /** Whether the project itself used this name or number before the document. */
    isOwnToken(sid: number, token: string, doc: number): boolean {
      const words = analyze(token);
      return words.length === 0 || relied.isUsedBefore(sid, words, doc);
    },
    /** The transaction was rolled back, or another process has written. */
    drop(): void {
      relied.drop();
      drop();
    },
  };
}

function readAsserted(content: string): Asserted {
  const found: Asserted = { sentences: [], withWord: new Map() };
  for (const { text } of splitSentences(content.replace(/^[\w-]{1,40}: /, ''), MAX_SENTENCES)) {
    if (QUESTION.test(text)) continue;
    const { words, tokens } = featuresOf(text);
    for (const word of words) {
      const list = found.withWord.get(word);
      if (list === undefined) found.withWord.set(word, [found.sentences.length]);
      else list.push(found.sentences.length);
    }
    found.sentences.push({ isNegative: NEGATION.test(text), tokens });
  }
  return found;
}

function asserts(by: Asserted | null, isNegative: boolean, of: Features): boolean {
  if (by === null) return false;
  const shared = new Map<number, number>();
  for (const word of of.words)
    for (const at of by.withWord.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
  for (const [at, count] of shared) {
    const sentence = by.sentences[at]!;
    if (sentence.isNegative === isNegative && isMostOf(count, of) && hasTokensOf(sentence, of))
      return true;
  }
  return false;
}
