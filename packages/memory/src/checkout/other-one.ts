/** A place that names July does not answer about August, and one that names phase 1 does not answer about phase 6. */

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** In capitals: "may" and "march" are verbs. */
const MONTH =
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:uary|ruary|ch|il|e|y|ust|t(?:ember)?|ober|ember)?\b|\b20\d\d-(0[1-9]|1[0-2])\b/g;
const NUMBERED = /(?<![\p{L}\p{N}])(\p{L}{2,})[ _-]?(?:no\.? ?)?#?(\d{1,6})(?![\d.:]*\d)/giu;
/** What stands before a number without naming its thing: "in 20 minutes". */
const NAMES_NOTHING: ReadonlySet<string> = new Set(
  'about after all and are around as at be before by every first for from has have in into is last least most next no of on only or over than the then to under until up was were which with'.split(
    ' ',
  ),
);

/**
 * @example namesOther('What is in phase 6?')('We committed phase 1') === true
 * @example namesOther('What is in phase 6?')('Phase 1 and phase 6 are done') === false
 */
export function namesOther(query: string): (text: string) => boolean {
  const months = monthsIn(query);
  const things = numberedIn(query);
  if (months.size === 0 && things.size === 0) return () => false;
  return (text) => {
    if (isOther(months, monthsIn(text))) return true;
    const others = numberedIn(text);
    return [...things].some(([thing, numbers]) => isOther(numbers, others.get(thing) ?? NONE));
  };
}

const NONE: ReadonlySet<string> = new Set();

function isOther(asked: ReadonlySet<string>, named: ReadonlySet<string>): boolean {
  return asked.size > 0 && named.size > 0 && ![...asked].some((one) => named.has(one));
}

function monthsIn(text: string): Set<string> {
  const numbers = [...text.matchAll(MONTH)].map(([, name, number]) =>
    name === undefined ? number! : String(MONTHS.indexOf(name.toLowerCase()) + 1).padStart(2, '0'),
  );
  return new Set(numbers);
}

/** The numbers of each thing: phase → 1, 6. */
function numberedIn(text: string): Map<string, Set<string>> {
  const things = new Map<string, Set<string>>();
  for (const [, word, number] of text.matchAll(NUMBERED)) {
    const thing = word!.toLowerCase().replace(/s$/, '');
    if (NAMES_NOTHING.has(word!.toLowerCase())) continue;
    things.set(thing, (things.get(thing) ?? new Set()).add(String(Number(number))));
  }
  return things;
}
