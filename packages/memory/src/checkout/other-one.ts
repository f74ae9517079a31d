/**
 * Detects a place about a different thing: July instead of August, phase 1 instead of phase 6, new hosts instead of old
 * ones.
 */
import { porterStem } from '../words/porter-stem.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** In capitals: "may" and "march" are verbs. */
const MONTH =
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:uary|ruary|ch|il|e|y|ust|t(?:ember)?|ober|ember)?\b|\b20\d\d-(0[1-9]|1[0-2])\b/g;
const NUMBERED = /(?<![\p{L}\p{N}])(\p{L}{2,})[ _-]?(?:no\.? ?)?#?(\d{1,6})(?![\d.:]*\d)/giu;
/** Words before a number that do not name its subject: "in 20 minutes". */
const NAMES_NOTHING: ReadonlySet<string> = new Set(
  'about after all and are around as at be before by every first for from has have in into is last least most next no of on only or over than the then to under until up was were which with'.split(
    ' ',
  ),
);

/** Sets whose members exclude each other as the subject. In capitals only if the lower-case form is another word. */
const SETS = [
  /\b(?:(Windows)|(macOS|Mac|OS X)|(Linux|Ubuntu|Debian))\b/g,
  /\b(?:(iOS|iPhone|iPad)|(Android))\b/g,
  /\b(?:(Mon)|(Tues)|(Wednes)|(Thurs)|(Fri)|(Satur)|(Sun))days?\b/g,
];
/** Adjectives that exclude each other before the same noun. */
const CONTRASTS = [
  'old former previous|new',
  'first|second|third|fourth|fifth|last final',
  'staging|production prod|dev development|preview|canary',
  'client|server',
  'frontend front-end|backend back-end',
  'unit|integration|e2e end-to-end|smoke|load',
  'primary|secondary replica',
  'public|private',
  'internal|external',
  'local|remote',
  'min minimum lower least|max maximum upper most',
  'hourly|daily|nightly|weekly|monthly|yearly annual',
  'source|target',
  'input|output',
  'upload|download',
  'read|write',
  'left|right',
  'light|dark',
  'free|paid',
].map((set) => set.split('|').map((words) => words.split(' ')));
const SIDE_OF = new Map(
  CONTRASTS.flatMap((sides, set) =>
    sides.flatMap((words, side) =>
      words.map((word) => [word, { set, side: String(side) }] as const),
    ),
  ),
);
/** "old hosts", "old and new hosts". */
const QUALIFIED =
  /(?<![\p{L}\p{N}-])([\p{L}\p{N}-]+)(?=(?:(?: and| or|,) [\p{L}-]+)? ([\p{L}-]{3,}))/giu;

/**
 * @example namesOther('What is in phase 6?')('We committed phase 1') === true
 * @example namesOther('What is in phase 6?')('Phase 1 and phase 6 are done') === false
 */
export function namesOther(query: string): (text: string) => boolean {
  const months = monthsIn(query);
  const things = numberedIn(query);
  const sets = SETS.map((set) => membersOf(set, query));
  const qualified = qualifiedIn(query);
  const keyed = [
    { asked: things, read: numberedIn },
    { asked: qualified, read: qualifiedIn },
  ].filter(({ asked }) => asked.size > 0);
  if (months.size === 0 && keyed.length === 0 && sets.every(({ size }) => size === 0))
    return () => false;
  return (text) =>
    isOther(months, monthsIn(text)) ||
    sets.some((asked, at) => asked.size > 0 && isOther(asked, membersOf(SETS[at]!, text))) ||
    keyed.some(({ asked, read }) => {
      const others = read(text);
      return [...asked].some(([thing, which]) => isOther(which, others.get(thing) ?? NONE));
    });
}

/** Alone, a short number is too ambiguous. Before a plural it counts: "24 hours". */
const LABELLED = /\b(\p{L}{2,})[ _-]#?(\d{1,2})(?![\d.:%]| ?\p{L}+s\b| ?(?:[kmg]b|ms|px|min)\b)/giu;

/** Whether a text has each thing of the question with its short number: "phase 6", not "6 files". */
export function namesLabelled(query: string): (text: string) => boolean {
  const asked = [...query.matchAll(LABELLED)]
    .map(([, word, number]) => ({ thing: thingOf(word!), number: String(Number(number)) }))
    .filter(({ thing }) => !NAMES_NOTHING.has(thing) && !MONTHS.includes(thing.slice(0, 3)));
  if (asked.length === 0) return () => true;
  return (text) => {
    const found = numberedIn(text);
    return asked.every(
      ({ thing, number }) =>
        found.get(thing)?.has(number) === true || new RegExp(`#0*${number}\\b`).test(text),
    );
  };
}

function thingOf(word: string): string {
  return word.toLowerCase().replace(/s$/, '');
}

/** Which members of a set are named, by their index in it. */
function membersOf(set: RegExp, text: string): Set<string> {
  return new Set(
    [...text.matchAll(set)].map(([, ...members]) =>
      String(members.findIndex((member) => member !== undefined)),
    ),
  );
}

/** "old hosts" → host of the set of `old`: the side of `old`. */
function qualifiedIn(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, word, noun] of text.matchAll(QUALIFIED)) {
    const known = SIDE_OF.get(word!.toLowerCase());
    if (known === undefined || NAMES_NOTHING.has(noun!.toLowerCase())) continue;
    const key = `${known.set} ${porterStem(noun!.toLowerCase())}`;
    found.set(key, (found.get(key) ?? new Set()).add(known.side));
  }
  return found;
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
    const thing = thingOf(word!);
    if (NAMES_NOTHING.has(word!.toLowerCase())) continue;
    things.set(thing, (things.get(thing) ?? new Set()).add(String(Number(number))));
  }
  return things;
}
