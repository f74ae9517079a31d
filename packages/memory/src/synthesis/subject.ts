import { termsIn, weighQuestion } from '../question/question.ts';
import { analyze } from '../words/analyze.ts';
import { OPERATING_WORDS, words, type RecordKind } from './wording.ts';
import { singular } from './quantities.ts';

/** The subject of a composed question: the words that every row of its answer must contain. */
export type Subject = ReturnType<typeof subjectOf>;

/**
 * The words of a text that are not part of how it asks. `noun` and `record` name the counted thing and are checked
 * elsewhere.
 */
export function subjectOf(text: string, leftOut: { record?: RecordKind | null } = {}) {
  const { record = null } = leftOut;
  const asked = words(text).filter(
    (word) =>
      !OPERATING_WORDS.has(word) &&
      (record === null || !NAMES_OF[record].has(word)) &&
      analyze(word).length > 0,
  );
  const unique = [...new Set(asked)];
  const terms = unique.map((term) => ({ term, documentFrequency: 0 }));
  return {
    /** The words of the question, in order. */
    words: asked,
    /** The same, for a search that only returns rows with all of the words. */
    containing: unique.join(' '),
    question: weighQuestion(unique.join(' '), terms, 1),
  };
}

/** Whether a text contains every word of the subject, in any form. */
export function containsAll({ question }: Subject, text: string): boolean {
  return termsIn(question, text).size === question.terms.length;
}

/** Whether words that are adjacent in the question are adjacent in a name: `npm test` is not in `npm run test:e2e`. */
export function hasAdjacentWords(subject: Subject, query: string, name: string): boolean {
  const asked = words(query);
  const named = words(name);
  return subject.words.every((word, index) => {
    const next = subject.words[index + 1];
    const at = asked.indexOf(word);
    if (next === undefined || asked[at + 1] !== next) return true;
    return named.some(
      (each, place) =>
        same(each, word) && named[place + 1] !== undefined && same(named[place + 1]!, next),
    );
  });
}

function same(a: string, b: string): boolean {
  return a === b || singular(a) === singular(b);
}

/** Nouns for the kind of record, once that kind is known. */
const NAMES_OF: Readonly<Record<RecordKind, ReadonlySet<string>>> = {
  command: new Set(['command', 'commands']),
  decision: new Set(['decision', 'decisions', 'choices']),
  file: new Set(['file', 'files']),
  goal: new Set(['goal', 'goals']),
  handoff: new Set(['handoff', 'handoffs', 'hand-offs']),
  issue: new Set(['issue', 'issues', 'bug', 'bugs', 'problem', 'problems', 'defect', 'defects']),
  preference: new Set(['preference', 'preferences']),
  task: new Set(['task', 'tasks', 'todo', 'todos']),
  verification: new Set(['verification', 'verifications']),
};
