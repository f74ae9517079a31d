/** A client's question with options and the chosen answer, which clients write as one text. */
import { clean } from './blocks.ts';
import type { Statement } from './statement.ts';

const ANSWER = /^\s*\**Answer:?\**:?\s*(.{1,300})$/im;
const QUESTION = /^(?:\[\w+\]\s*)?(.{4,400}?)\s*$/;
const MAX_TEXT = 400;

/** Begins the next question. */
const NEXT = /\n\s*\n(?=[^\n]{4,400}\n\s*(?:Options|Choices):\s*\n)/;

/** The questions with their answers; none in any other text. */
export function readDialogue(text: string): Statement[] {
  if (text.length > 20_000 || !/^(?:Options|Choices):\s*$/m.test(text)) return [];
  return text.split(NEXT, 16).flatMap((part) => answered(part.trim()) ?? []);
}

function answered(text: string): Statement | null {
  const chosen = ANSWER.exec(text)?.[1];
  const question = QUESTION.exec(text.slice(0, text.indexOf('\n')))?.[1];
  if (chosen === undefined || question === undefined) return null;
  const answer = clean(chosen).replace(/\s*\((?:Recommended|推荐)\)$/i, '');
  const option = text
    .split('\n')
    .find((line) => clean(line.replace(/^\s*-\s+/, '')).startsWith(answer) && /^\s*-/.test(line));
  const told = option === undefined ? answer : clean(option.replace(/^\s*-\s+/, ''));
  return {
    kind: 'decision',
    text: `${clean(question)} → ${told}`.slice(0, MAX_TEXT).toWellFormed(),
    cue: 'answer to a question with options',
    change: 'plain',
    speaker: 'user',
  };
}
