/**
 * Whether a text may hold a secret: nearly all texts do not, and the hook reads the rules only for one that may. Never
 * says no where a rule would find something; says yes a little too often.
 */
import { PROVIDER_SHAPES } from './provider-shapes.ts';

/** Words that are written so, each after a blank. */
export const EXACT_WORDS = { pem: ' -----BEGIN', jwt: ' eyJ', userInfo: ' ://' };
/** Words in any case. */
export const FOLDED_WORDS = {
  authorization: ' authorization',
  bearer: ' bearer basic ssws',
  cookie: ' cookie',
  url: ' %3a',
  assignment: ' pass pwd secret token credential creds auth key sig identified',
};

/** By two characters (7 bits each) the third ones with which a keyword goes on: a bit for each value of the low 5 bits. */
let thirds: Int32Array | undefined;

/** The table, made when it is first needed. */
export function keywordMarks(): Int32Array {
  if (thirds !== undefined) return thirds;
  const marks = new Int32Array(1 << 14);
  const mark = (words: string, isFolded: boolean): void => {
    for (let at = words.indexOf(' '); at >= 0; at = words.indexOf(' ', at + 1)) {
      const a = words.charCodeAt(at + 1);
      const b = words.charCodeAt(at + 2);
      const c = words.charCodeAt(at + 3);
      // A keyword of two characters goes on with any.
      const bits = c === 32 ? -1 : 1 << c;
      marks[(a << 7) | b]! |= bits;
      if (!isFolded) continue;
      marks[((a ^ 32) << 7) | b]! |= bits;
      marks[(a << 7) | (b ^ 32)]! |= bits;
      marks[((a ^ 32) << 7) | (b ^ 32)]! |= bits;
    }
  };
  mark(PROVIDER_SHAPES, false);
  for (const words of Object.values(EXACT_WORDS)) mark(words, false);
  for (const words of Object.values(FOLDED_WORDS)) mark(words, true);
  return (thirds = marks);
}

/** Reading the rules costs less than looking through a longer text twice. */
const MAX_CHARS = 4096;

/** A text with colour codes is looked at without them, so nothing is known of it here. */
export function maySecretBeIn(text: string): boolean {
  if (text.length < 8) return false;
  if (text.length > MAX_CHARS) return true;
  if (/[\u001bbB]\[/.test(text)) return true;
  const marks = keywordMarks();
  let a = text.charCodeAt(0);
  let b = text.charCodeAt(1);
  for (let i = 0; i < text.length - 2; i++) {
    const c = text.charCodeAt(i + 2);
    if ((a | b) < 128 && (marks[(a << 7) | b]! >>> (c & 31)) & 1 && mayBegin(text, i)) return true;
    a = b;
    b = c;
  }
  return false;
}

const EXACT = Object.values(EXACT_WORDS).map((word) => word.slice(1));
const FOLDED = Object.values(FOLDED_WORDS).flatMap((words) =>
  words
    .slice(1)
    .split(' ')
    .map((word) => [word, words === FOLDED_WORDS.assignment] as const),
);

/** Three characters of a keyword stand at `at`: does one, followed by what its rule asks for at least? */
function mayBegin(text: string, at: number): boolean {
  for (const word of EXACT)
    if (text.startsWith(word, at) && (word !== '://' || text.slice(at, at + 400).includes('@')))
      return true;
  const start = text.slice(at, at + 13).toLowerCase();
  for (const [word, isAssigned] of FOLDED)
    if (start.startsWith(word) && (!isAssigned || mayAssign(text, at))) return true;
  return mayProvide(text, at);
}

const SIGNS = ',(=:%"\'`]&\\><?-';
/** The longest name that the rule looks at. */
const MAX_NAME = 48;
const PROSE = ['is', 'was', 'by', 'str', 'value'];

/** Most words are not followed by anything that assigns. */
function mayAssign(text: string, at: number): boolean {
  let end = at;
  while (end < at + MAX_NAME && isOfName(text.charCodeAt(end))) end++;
  let i = end;
  while (i < end + 8 && (text[i] === ' ' || text[i] === '\t')) i++;
  if (i >= text.length) return false;
  if (SIGNS.includes(text[i]!)) return true;
  const rest = text
    .slice(i, i + 32)
    .trimStart()
    .toLowerCase();
  if (PROSE.some((word) => rest.startsWith(word))) return true;
  if (i === end) return false;
  let start = at;
  while (
    start > at - MAX_NAME &&
    start > 0 &&
    (isOfName(text.charCodeAt(start - 1)) || text[start - 1] === '.')
  )
    start--;
  const before = text.slice(Math.max(0, start - 64), at);
  return before.includes('-') || before.includes('login ');
}

/** Letters, digits, `_` and `-`. */
function isOfName(code: number): boolean {
  const lower = code | 32;
  return (lower > 96 && lower < 123) || (code > 47 && code < 58) || code === 95 || code === 45;
}

/** By the first two characters of a text: the prefixes that begin so, with the least number of characters behind them. */
const prefixes = new Map<string, [word: string, least: number][]>();

/** A prefix of the table, with as many characters behind it as its tail asks for, none of them a blank. */
function mayProvide(text: string, at: number): boolean {
  const two = text.slice(at, at + 2);
  let known = prefixes.get(two);
  if (known === undefined) {
    known = [];
    for (
      let from = PROVIDER_SHAPES.indexOf(` ${two}`);
      from >= 0;
      from = PROVIDER_SHAPES.indexOf(` ${two}`, from + 1)
    ) {
      const end = PROVIDER_SHAPES.indexOf(' ', from + 1);
      if (end >= 0) known.push([PROVIDER_SHAPES.slice(from + 1, end), leastAfter(end)]);
    }
    prefixes.set(two, known);
  }
  return known.some(
    ([word, least]) => text.startsWith(word, at) && runAt(text, at + word.length) >= least,
  );
}

/** The number of the tail that ends the group, which a comma or the end of the line ends: one letter for the set, then the number. */
function leastAfter(at: number): number {
  const group = PROVIDER_SHAPES.slice(at).split(/[,\n]/, 1)[0]!;
  return Number.parseInt(group.slice(group.lastIndexOf(' ') + 2), 10);
}

/** Characters up to the next blank, quote or bracket: more than any set holds. */
function runAt(text: string, at: number): number {
  let end = at;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code <= 32 || code === 34 || code === 39 || code === 96) break;
  }
  return end - at;
}
