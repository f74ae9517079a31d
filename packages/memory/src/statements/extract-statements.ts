/**
 * The statements of one turn: decisions, rules, preferences, causes, rejections, open ends, results, facts. Pure; runs
 * in linear time.
 */
import { readAssistant } from './read-assistant.ts';
import { readUser } from './read-user.ts';
import type { Statement, Turn } from './statement.ts';
import { clean } from './blocks.ts';

/** @example extractStatements({ role: 'user', text: 'Never push to main.' })[0].kind // 'rule' */
export function extractStatements({ role, text, before = '' }: Turn): Statement[] {
  if (role === 'user') return readUser(text, typeof before === 'string' ? () => before : before);
  if (role === 'assistant') return readAssistant(text);
  return readDialogue(text);
}

const ANSWER = /^\s*\**Answer:?\**:?\s*(.{1,300})$/im;
const QUESTION = /^(?:\[\w+\]\s*)?(.{4,400}?)\s*$/;
const MAX_TEXT = 400;

/** Begins the next question. */
const NEXT = /\n\s*\n(?=[^\n]{4,400}\n\s*(?:Options|Choices):\s*\n)/;

/** A client writes a question with its options and the chosen answer as one text. None in any other text. */
function readDialogue(text: string): Statement[] {
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
