/** The value of a statement for a new session whose task is not known. */
import { pointsBack, type FactRow } from '@hookloom/memory';

export const FAILED = 'command_run';
/** The value of each kind, from a person and from an assistant. */
const KINDS: Readonly<Record<string, readonly [user: number, assistant: number]>> = {
  rule: [9, 7.5],
  preference: [8, 5],
  decision: [8, 6],
  rejected: [7.5, 5],
  open: [7, 6.5],
  cause: [6.5, 6],
  fact: [7.5, 6],
  done: [4, 5],
  [FAILED]: [7, 7],
};
export const STATEMENT_TYPES = Object.keys(KINDS).filter((type) => type !== FAILED);
/** For text that is unclear without context, or only true at one moment. */
const VAGUE = -3;
const GUESSED = -1;
/** For a person and for an assistant, which talks much about the current step. */
const LEAST_WORDS: readonly [user: number, assistant: number] = [3, 5];
/** A place in a file at that time. */
const MOMENT =
  /\b(?:on |at |in )?lines? \d+\b|\b(?:this|next) (?:one|step|change|question|message)\b/i;
const GUESS =
  /\b(?:i think|i guess|probably|presumably|perhaps|maybe|might|not sure|ich glaube|vielleicht|wahrscheinlich|peut-être|quizás|наверное|возможно)(?!\p{L})/iu;

/** An agent's statement that was recorded as a decision counts like a person's. */
export function worthOf(fact: FactRow, words: ReadonlySet<string>): number {
  const { entityType, channel, authority, properties, content } = fact;
  const [user, assistant] = KINDS[entityType] ?? [1, 1];
  const said = Math.min(3, Number(properties['said'] ?? 1) - 1);
  const isPersons = channel === 'user' || authority === 'accepted';
  const least = LEAST_WORDS[isPersons ? 0 : 1];
  const isVague = pointsBack(content) || MOMENT.test(content) || words.size < least;
  return (
    (isPersons ? user : assistant) +
    said +
    (isVague && entityType !== FAILED ? VAGUE : 0) +
    (GUESS.test(content) ? GUESSED : 0)
  );
}
