/** What a session is called: its first prompt and its outcome. */
import { isClientText } from '../channels.ts';
import { extractStatements } from '../statements/extract-statements.ts';

const PROMPT_CHARS = 70;
const OUTCOME_CHARS = 100;

/** The first line of a person's prompt; null for what a client wrote in a person's place. */
export function promptTitle(prompt: string | null): string | null {
  const text = (prompt ?? '').trim();
  return text === '' || isClientText(text) ? null : shortened(text.split('\n')[0]!, PROMPT_CHARS);
}

/** A shorter sentence ("Great!") says nothing about the outcome. */
const MIN_WORDS = 4;
const SENTENCE_END = /(?<=[.!?])\s+/;

/** What the summary of its last turn says was done or is open, else the assistant's last words or what was changed. */
export function sessionOutcome(last: {
  /** The assistant's last words. */
  notes: string | null;
  completed: string | null;
}): string | null {
  const said = extractStatements({ role: 'assistant', text: last.notes ?? '' });
  const told = said.find(({ kind }) => kind === 'done') ?? said.find(({ kind }) => kind === 'open');
  const words =
    told?.text ??
    last.notes?.split(SENTENCE_END).find((text) => text.split(' ').length >= MIN_WORDS) ??
    last.completed?.split(SENTENCE_END)[0];
  return words === undefined ? null : shortened(words, OUTCOME_CHARS);
}

/** @example sessionTitle('Keep the login alive', { notes: 'Fixed: it works now.', completed: null }) === 'Keep the login alive → Fixed: it works now.' */
export function sessionTitle(
  prompt: string | null,
  last: Parameters<typeof sessionOutcome>[0] | null,
): string | null {
  const parts = [promptTitle(prompt), last === null ? null : sessionOutcome(last)];
  return parts.filter((part) => part !== null).join(' → ') || null;
}

/** On one line and without the marks of Markdown. */
function shortened(text: string, max: number): string {
  const folded = text
    .replace(/\*\*|`|^\s*#+\s+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return folded.length <= max ? folded : `${folded.slice(0, max - 1).toWellFormed()}…`;
}
