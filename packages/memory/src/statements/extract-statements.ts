/**
 * The statements of one turn: decisions, rules, preferences, causes, rejections, open ends, results, facts. Pure; runs
 * in linear time.
 */
import { readAssistant } from './read-assistant.ts';
import { readDialogue } from './dialogue.ts';
import { readUser } from './read-user.ts';
import type { Statement, Turn } from './statement.ts';

/** @example extractStatements({ role: 'user', text: 'Never push to main.' })[0].kind // 'rule' */
export function extractStatements({ role, text, before = '' }: Turn): Statement[] {
  if (role === 'user') return readUser(text, typeof before === 'string' ? () => before : before);
  if (role === 'assistant') return readAssistant(text);
  return readDialogue(text);
}
