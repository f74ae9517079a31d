/** The title of a session: its first prompt and its outcome. */
import { isClientText } from '../channels.ts';
import { extractStatements } from '../statements/extract-statements.ts';

const PROMPT_CHARS = 60;
const OUTCOME_CHARS = 60;
/** An absolute path, which is shortened to its last two names. */
const LONG_PATH = /(?<![\w:/])(?:\/[^\s/:`'"]+){2,}(?=\/[^\s/:`'"]+\/[^\s/:`'"]+)/g;

/** After a changed file. */
const COUNTED = / \(\d+ lines? added(?:, \d+ removed)?\)/g;

/** The first line of a person's prompt; null for text that a client wrote instead of a person. */
export function promptTitle(prompt: string | null): string | null {
  const text = (prompt ?? '').trim();
  return text === '' || isClientText(text) ? null : shortened(text.split('\n')[0]!, PROMPT_CHARS);
}

/** A shorter sentence ("Great!") says nothing about the outcome. */
const MIN_WORDS = 4;
const SENTENCE_END = /(?<=[.!?])\s+/;

/** How models say that nothing is open. */
const NO_STEP = /^(?:none|nothing|no (?:next|further|open)|n\/a)\b/i;

/** What the summary of the last turn says is done or open, else what a model noted or what was changed. */
export function sessionOutcome({ completed, next_steps: next, notes }: Ending): string | null {
  const told = [completed, notes].flatMap((text) =>
    extractStatements({ role: 'assistant', text: text ?? '' }),
  );
  const of = (kind: string) => told.find((each) => each.kind === kind)?.text;
  const words =
    of('done') ??
    (NO_STEP.test(next ?? '') ? undefined : next?.split('; ')[0]) ??
    of('open') ??
    notes?.split(SENTENCE_END).find((text) => text.split(' ').length >= MIN_WORDS) ??
    completed?.split(SENTENCE_END)[0];
  return words === undefined ? null : shortened(words, OUTCOME_CHARS);
}

/** From the summary of a turn. */
interface Ending {
  completed: string | null;
  next_steps: string | null;
  notes: string | null;
}

/** @example sessionTitle('Keep the login alive', { completed: 'Fixed: it works now.', … }) === 'Keep the login alive → Fixed: it works now.' */
export function sessionTitle(prompt: string | null, last: Ending | null): string | null {
  const parts = [promptTitle(prompt), last === null ? null : sessionOutcome(last)];
  return parts.filter((part) => part !== null).join(' → ') || null;
}

/** On one line and without Markdown. */
function shortened(text: string, max: number): string {
  const folded = text
    .replace(/\*\*|`|^\s*#+\s+/g, '')
    .replace(LONG_PATH, '…')
    .replace(COUNTED, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (folded.length <= max) return folded;
  const part = folded.slice(0, max - 1).toWellFormed();
  const word = part.lastIndexOf(' ');
  return `${word > max / 2 ? part.slice(0, word) : part}…`;
}
