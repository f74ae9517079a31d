/** The statements of a person's turn. */
import { proseOf } from './blocks.ts';
import type { CueTable } from './cues/table.ts';
import { tablesFor } from './cues/languages.ts';
import { readSentence } from './read-sentence.ts';
import { sentencesOf, type Said } from './sentences.ts';
import { mayBeAnswer, readAnswers } from './short-answers.ts';
import type { Statement } from './statement.ts';

const MOST = 8;
const MAX_CHARS = 400;

export function readUser(text: string, before: () => string): Statement[] {
  const tables = tablesFor(text);
  if (tables.length === 0) return [];
  const lines = proseOf(text, true);
  if (lines.length === 0) return [];
  const answers = mayBeAnswer(text) ? readAnswers(lines, before, tables) : [];
  const said = sentencesOf(lines);
  const found = said.flatMap((each, at) => {
    const own = ofSentence(each, said[at - 1], tables);
    return own === null || answers.some((answer) => answer.text.includes(each.text)) ? [] : [own];
  });
  return [...answers, ...found].slice(0, MOST);
}

function ofSentence(
  said: Said,
  before: Said | undefined,
  tables: readonly CueTable[],
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
  return readSentence(text, { speaker: 'user', tables });
}
