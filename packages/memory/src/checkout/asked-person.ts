/** The person that a question is about. Statements of others about themselves do not answer "What did Maria paint?" */
import { isRole } from './answer-forms.ts';
import type { Row } from './select.ts';

const FIRST_PERSON = /\b(?:I|me|my|mine|myself|we|us|our|ours)\b/i;
const SECOND_PERSON = /\b(?:you|your|yours|yourself)\b/i;

/** The speakers of `rows` that the question names. Others are no persons, because product names are also capitalised. */
export function askedPersons(query: string, rows: readonly Row[]): string[] {
  return [...new Set(rows.map(({ actor }) => actor))].filter(
    (actor) => /\p{L}/u.test(actor) && !isRole(actor) && nameIn(actor, ASKED).test(query),
  );
}

/** @returns Whether a text of a row is about one of the persons that the question names. */
export function matchesAskedPerson(
  query: string,
  rows: readonly Row[],
): (text: string, row: Row) => boolean {
  const asked = askedPersons(query, rows);
  if (asked.length === 0) return () => true;
  const named = asked.map((actor) => nameIn(actor));
  const addressed = asked.map((actor) => nameIn(actor, ADDRESSED));
  return (text, { actor, entityName }) => {
    if (asked.includes(actor)) return FIRST_PERSON.test(text) || !SECOND_PERSON.test(text);
    const rest = addressed.reduce((left, name) => left.replace(name, '$1'), text);
    return named.some((name) => name.test(rest) || name.test(entityName ?? ''));
  };
}

/** "Thanks, Maria!" and "Maria, I painted it" address her. */
const ADDRESSED = [
  '(^|[.,;:!?] *|\\b(?:hey|hi|hello|thanks|thank you|wow|dear|yes|yeah|yep|no|oh|well|so|sorry|congrats|ok|okay),? +)',
  "(?= *[.,;:!?]|$)(?!'s)",
] as const;

/** "The worker" is a thing, even if an agent of this name speaks. */
const ASKED = [
  '(?<!\\b(?:the|an?|our|your|this|that|each|every) )(?<![\\p{L}\\p{N}])',
  '(?![\\p{L}\\p{N}])',
] as const;
const WHOLE = ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'] as const;

function nameIn(actor: string, [before, after]: readonly [string, string] = WHOLE): RegExp {
  const name = actor.replace(/[^\p{L}\p{N}]+/gu, '[^\\p{L}\\p{N}]+');
  return new RegExp(`${before}${name}${after}`, 'iu');
}
