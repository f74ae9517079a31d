/** The value of a statement for a new session whose task is not known. */
import type { FactRow } from '../rows.ts';
import { CHANGE_CUE, WORDING_CUE } from '../statements/read-user.ts';
import { startsWithPronoun } from '../statements/starts-with-pronoun.ts';
import { contentWords } from '../words/content-words.ts';
import { wordingValue } from './wording.ts';

export const FAILED = 'command_run';
/** The value of each kind, from a person and from an assistant. */
const KINDS: Readonly<Record<string, readonly [user: number, assistant: number]>> = {
  rule: [8, 6.5],
  preference: [8, 5],
  decision: [8, 5],
  rejected: [6.5, 5],
  open: [6.5, 6],
  cause: [6, 6],
  fact: [7.5, 6],
  done: [4, 4.5],
  denial: [7, 7],
  [FAILED]: [7, 7],
};
export const STATEMENT_TYPES = Object.keys(KINDS).filter((type) => type !== FAILED);
/** For text that is unclear without context, or only true at one moment. */
const VAGUE = -3;
/** For a person and for an assistant, which talks much about the current step. */
const LEAST_WORDS: readonly [user: number, assistant: number] = [3, 5];
/** A sentence that only points to its subject, but has this many words, is clear nevertheless. */
const EXPLAINS_ITSELF = 9;
/** A place in a file at that time. */
const MOMENT =
  /\b(?:on |at |in )?lines? \d+\b|\b(?:this|next) (?:one|step|change|question|message)\b/i;
/** No words of a cue, only the wording of a short turn, or that it changes something. */
const UNCUED = -2.5;
const UNCUED_BY = new Set<unknown>([WORDING_CUE, CHANGE_CUE]);
/** Reports that something worked, and nothing else. */
const WORKED =
  /^(?:done\W+|great\W+|perfect\W+)?(?:all|everything|alle|alles)(?!\p{L}).{0,60}(?:pass\w*|builds?|works?|committed|complete\w*|successfully|grün|laufen|fertig)/iu;

/** An agent's statement that was recorded as a decision counts like a person's. */
export function isPersons({ channel, authority }: FactRow): boolean {
  return channel === 'user' || authority === 'accepted';
}

/** From about -4 to 12: 9.5 for a person's "We must never ignore an error of the linter", 5 for a remark about the last step. */
export function statementValue(fact: FactRow): number {
  const { entityType, properties, content } = fact;
  const [user, assistant] = KINDS[entityType] ?? [1, 1];
  const said = Math.min(3, Number(properties['said'] ?? 1) - 1);
  const isOfPerson = isPersons(fact);
  return (
    (isOfPerson ? user : assistant) +
    said +
    (isVague(fact) ? VAGUE : 0) +
    (UNCUED_BY.has(properties['cue']) ? UNCUED : 0) +
    wordingValue(content, isOfPerson)
  );
}

/** Unclear without its context, or true only at one moment. */
export function isVague(fact: FactRow): boolean {
  const { entityType, content } = fact;
  if (entityType === FAILED) return false;
  const words = contentWords(content);
  return (
    words.size < leastWords(fact) ||
    (words.size < EXPLAINS_ITSELF && startsWithPronoun(content) && !continues(content)) ||
    MOMENT.test(content) ||
    (entityType === 'done' && WORKED.test(content))
  );
}

/** A person's decision may be two words: "stay with Postgres". */
function leastWords(fact: FactRow): number {
  const [user, assistant] = LEAST_WORDS;
  const isDecided = fact.entityType === 'decision' && fact.properties['cue'] !== WORDING_CUE;
  return isPersons(fact) ? user - (isDecided ? 1 : 0) : assistant;
}

/** "This is a Unity game, don't edit the .meta files": its second clause is clear. */
function continues(text: string): boolean {
  const rest = text.replace(/^[^,;:.]{3,60}[,;:.]\s+/, '');
  return rest !== text && /^(?:\S+\s+){3}\S/.test(rest) && !startsWithPronoun(rest);
}
