/** How a newer sentence changes an older one about the same subject. */
import type { Meaning, Word } from './meaning.ts';
import { givesOtherValue, SCOPES } from './gives-other-value.ts';

/** `removes`: removes one item from the list in the older one. */
export type Relation = 'same' | 'replaces' | 'removes';

const PLACES = /^(?:in|into|im|ins|within|on|at|auf|an|am|to|zu|zum|zur|with|mit|by|as|als)$/;
/** Actions. With these verbs, another subject means another value. */
const ROLES =
  /^(?:own|maintain|lead|manag|handl|review|approv|writ|wrote|written|triag|translat|respons|betreu|verantwort|zuständig|zustandig|kümmer|kummer|schreib|leit)/;
const LEAST_OF_GONE = 0.5;
/** A long sentence has the words of many things, so the other one must have this share of them. */
const LONG = 8;
const LEAST_OF_LONG = 0.34;
/** A time or a long number that is not a year. Few sentences share one. */
const TELLING_VALUE = /^(?:\d{1,2}:\d\d|(?!(?:19|20)\d\d$)\d{4,})$/;
/** Words of a value that was replaced. */
const MOST_OF_VALUE = 3;
const MOST_REPLACED = 4;

/** Null if they are unrelated, or both are valid. */
export function relationOf(newer: Meaning, older: Meaning, isBounded = false): Relation | null {
  if (newer.gone.length > 0) {
    const names = newer.gone.every((stem) => older.stems.has(stem));
    const rejects = older.gone.some((stem) => newer.gone.includes(stem));
    if (names && !older.isNegative && !rejects)
      return isAround(newer, older) && !isLong(older, newer) && !isLong(newer, older)
        ? 'replaces'
        : null;
  }
  if (areOtherThings(newer, older)) return null;
  if (givesOtherValue(newer, older)) return 'replaces';
  if (isOfAnother(newer, older)) return null;
  const added = newer.words.filter(({ stem }) => !older.stems.has(stem));
  const left = older.words.filter(({ stem }) => !newer.stems.has(stem));
  if (added.length === newer.words.length) return null;
  if (newer.change === 'addition') return added.length + left.length === 0 ? 'same' : null;
  if (newer.isNegative !== older.isNegative) {
    if (added.length > 0) return null;
    if (left.length === 0) return 'replaces';
    if (!newer.isNegative) return null;
    // "That is not working" negates the previous statement, not each older sentence with its one word.
    if (newer.isPointer) return null;
    return older.isList && left.length < older.words.length ? 'removes' : 'replaces';
  }
  if (added.length + left.length === 0) return 'same';
  const isChange = newer.change !== 'plain' || isBounded;
  if (added.length === 0) return isChange && newer.isOnly && older.isList ? 'replaces' : null;
  if (left.length === 0) return null;
  return isSubstitution(newer, older, { added, left, isChange }) ? 'replaces' : null;
}

/** A cheap check that is true for most pairs: each has too many words that the other does not have. */
function isOfAnother({ stems: newer }: Meaning, { stems: older }: Meaning): boolean {
  const least = Math.min(newer.size, older.size) - MOST_OF_VALUE;
  let shared = 0;
  for (const stem of newer) if (older.has(stem) && ++shared >= Math.max(1, least)) return false;
  return true;
}

/** "Rule 1" and "rule 2" are two subjects, whatever the sentences say about them. */
export function areOtherThings(
  { thing: one }: Pick<Meaning, 'thing'>,
  { thing: other }: Pick<Meaning, 'thing'>,
): boolean {
  return one !== null && other !== null && one !== other;
}

/** How well the replaced part fits, to choose among several: the share of its context. */
export function matchShare({ gone, around, words }: Meaning, older: Meaning): number {
  if (gone.length > 0 && around.length > 0) return shareOf(around, older);
  return words.filter(({ stem }) => older.stems.has(stem)).length / Math.max(1, words.length);
}

/**
 * Whether the replaced value has the stated context. If none is stated, the older sentence names it, or is only about
 * it.
 */
function isAround({ around, gone, stems }: Meaning, older: Meaning): boolean {
  if (gone.length === 1 && TELLING_VALUE.test(gone[0]!)) return true;
  if (around.length > 0) return shareOf(around, older) >= LEAST_OF_GONE;
  const isAlone = older.words.every(
    ({ stem, hasDigit }) => hasDigit || gone.includes(stem) || stems.has(stem),
  );
  return isAlone || older.words.some(({ stem, isNamed }) => isNamed && gone.includes(stem));
}

function isLong({ stems }: Meaning, other: Meaning): boolean {
  return stems.size > LONG && shareOf([...stems], other) < LEAST_OF_LONG;
}

function shareOf(stems: readonly string[], { stems: held }: Meaning): number {
  return stems.length === 0 ? 0 : stems.filter((stem) => held.has(stem)).length / stems.length;
}

/** One sequence of words, which is a value, replaces another one. */
function isSubstitution(
  newer: Meaning,
  older: Meaning,
  { added, left, isChange }: { added: readonly Word[]; left: readonly Word[]; isChange: boolean },
): boolean {
  if (!isRun(newer, added) || !isRun(older, left)) return false;
  // Two long sentences that share a verb are about two things.
  if (Math.min(added.length, left.length) > MOST_OF_VALUE) return false;
  if (Math.max(added.length, left.length) > MOST_REPLACED) return false;
  if (
    Math.min(newer.words.length, older.words.length) > MOST_OF_VALUE &&
    isSharedOnce(newer, older)
  )
    return false;
  const [first, from] = [added[0]!, left[0]!];
  const isNumber = added.some(({ hasDigit }) => hasDigit) && left.some(({ hasDigit }) => hasDigit);
  // "Bug 12" and "bug 13" are two things; "the limit is 100" and "the limit is 250" are one.
  if (isNumber && (isChange || (isSaidOf(newer, first) && isSaidOf(older, from)))) return true;
  if (!isChange) return false;
  if (SCOPES.test(first.preposition) || SCOPES.test(from.preposition)) return false;
  const isRole = [...newer.stems].some((stem) => ROLES.test(stem));
  if (isRole) return true;
  // "production server" is another server.
  const isQualifier = modifies(newer, added) || modifies(older, left);
  if (isQualifier && !(first.isAfterVerb && from.isAfterVerb)) return false;
  // A different subject means a different thing.
  const opens = newer.words[0] === first && older.words[0] === from;
  return !opens || first.isAfterVerb || PLACES.test(first.preposition);
}

/** One word of two long sentences says nothing: "keeps playing" and "the player". */
function isSharedOnce({ stems }: Meaning, { stems: held }: Meaning): boolean {
  return [...stems].filter((stem) => held.has(stem)).length < 2;
}

function isSaidOf({ words }: Meaning, value: Word): boolean {
  return value.isAfterVerb && !value.isJoined && words.indexOf(value) >= 2;
}

/** The sequences have no word between them that both sentences contain. */
function isRun({ words }: Meaning, part: readonly Word[]): boolean {
  return words.indexOf(part.at(-1)!) - words.indexOf(part[0]!) === part.length - 1;
}

function modifies({ words }: Meaning, part: readonly Word[]): boolean {
  return words[words.indexOf(part.at(-1)!) + 1]?.isJoined === true;
}
