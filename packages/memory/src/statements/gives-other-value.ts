/** Whether a newer sentence gives another value for what an older one is about, in other words. */
import type { Meaning, Word } from './meaning.ts';
import { hasOtherValue } from './other-value.ts';

/** Words that two sentences about one thing share, besides numbers. */
const LEAST_SHARED = 2;
/** The subject of a sentence, wherever it occurs. "for the sessions" is never a value. */
export const SCOPES =
  /^(?:for|of|during|when|if|per|für|von|vom|des|bei|beim|während|wenn|falls|pro)$/;

/** "The optimizer does three passes now" gives another value for what "The optimizer runs two passes over the IR" is about. */
export function givesOtherValue(newer: Meaning, older: Meaning): boolean {
  if (!newer.isNew) return false;
  const shared = newer.words.filter(({ stem, hasDigit }) => !hasDigit && older.stems.has(stem));
  if (shared.length < LEAST_SHARED || !hasOtherValue(older.values(), newer.values())) return false;
  return !isQualifiedOtherwise(newer, older);
}

/** "The staging server" and "the production server", "for the importer" and "for the exporter". */
function isQualifiedOtherwise(newer: Meaning, older: Meaning): boolean {
  const own = (of: Meaning, other: Meaning): Word[] =>
    of.words.filter(({ stem, hasDigit }) => !hasDigit && !other.stems.has(stem));
  const nouns = (of: Meaning, other: Meaning): string[] =>
    own(of, other).flatMap((word) => {
      const next = of.words[of.words.indexOf(word) + 1];
      const scope = SCOPES.test(word.preposition) ? ['for'] : [];
      return next?.isJoined === true && other.stems.has(next.stem) ? [...scope, next.stem] : scope;
    });
  const named = nouns(older, newer);
  return nouns(newer, older).some((noun) => named.includes(noun));
}
