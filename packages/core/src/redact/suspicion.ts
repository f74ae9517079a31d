/**
 * Whether a text may hold a secret: nearly all texts do not, and the hook reads the rules only for one that may. Never
 * says no where a rule would find something; says yes a little too often.
 */
import { PROVIDER_SHAPES } from './provider-shapes.ts';

/** Words that are written so, each after a blank. */
export const EXACT_WORDS = {
  pem: ' -----BEGIN',
  jwt: ' eyJ',
  userInfo: ' ://',
  command:
    ' curl docker podman mysql maria mongo redis- sshpass openssl ldap sqlcmd zip gh htpasswd chpasswd vault',
};
/** Words in any case. */
export const FOLDED_WORDS = {
  authorization: ' authorization',
  bearer: ' bearer basic ssws',
  cookie: ' cookie',
  url: ' %3a',
  assignment:
    ' pass pwd pw psk secret token credential creds auth key sig identified rasen raseñ enha nnwort wachtwoord arol aslo ifre lave',
};

/** How the names of secrets begin in scripts other than Latin. */
export function mayNameSecret(code: number): boolean {
  return code > 902 && 'пПтТкК密口令パ暗ト비암토كסרपκΚ'.includes(String.fromCharCode(code));
}

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
    if (
      (a | b) < 128
        ? (marks[(a << 7) | b]! >>> (c & 31)) & 1 && mayBegin(text, i)
        : mayNameSecret(a)
    )
      return true;
    a = b;
    b = c;
  }
  return false;
}

const EXACT = Object.values(EXACT_WORDS).flatMap((words) => words.slice(1).split(' '));
const OPTION = /^[a-z\d_-]+(?= )[^\n]{0,400}?(?: -\w?[aknNpPuUwb]| --[bpu]|login|\w\/)|^chp/;
const FOLDED = Object.values(FOLDED_WORDS).flatMap((words) =>
  words
    .slice(1)
    .split(' ')
    .map((word) => [word, words === FOLDED_WORDS.assignment] as const),
);

/** A program is started here with an option that may be followed by a secret. */
export function mayCommand(text: string, at: number): boolean {
  return !/\w/.test(text[at - 1] ?? '') && OPTION.test(text.slice(at, at + 512));
}

/** Three characters of a keyword stand at `at`: does one, followed by what its rule asks for at least? */
function mayBegin(text: string, at: number): boolean {
  for (const word of EXACT)
    if (
      text.startsWith(word, at) &&
      (word === '://'
        ? text.slice(at, at + 400).includes('@')
        : /^-|J/.test(word) || mayCommand(text, at))
    )
      return true;
  const start = text.slice(at, at + 13).toLowerCase();
  for (const [word, isAssigned] of FOLDED)
    if (start.startsWith(word) && (!isAssigned || mayAssign(text, at))) return true;
  return mayProvide(text, at);
}

const MIXED = /[a-z]\d|\d[a-z]|\w[!@#$%^&?+]\w/i;

/** What is said beside a name is a secret only where letters and digits are mixed; most prose ends here. */
export function isMixedSoon(text: string): boolean {
  return MIXED.test(text);
}

const SIGNS = ',(=:%"\'`]&\\><?-{';

/** Most words are not followed by anything that assigns. */
function mayAssign(text: string, at: number): boolean {
  const after = text.slice(at, at + 152);
  const [, name, next] = /^([\w\u00c0-\u1fff-]{0,48})[ \t]{0,8}([^]?)/.exec(after)!;
  const before = text.slice(Math.max(0, at - 72), at);
  if (before.includes(' as ')) return true;
  if (next === '') return false;
  const rest = after.slice(name!.length);
  return (
    SIGNS.includes(next!) ||
    /^\s*(?:is|was|by|str|value)/i.test(rest) ||
    (/\s/.test(rest[0]!) && (/-\w*$/.test(before) || isMixedSoon(rest)))
  );
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
  return Number(/ \w(\d+)[^ ,\n]*(?![^,\n])/.exec(PROVIDER_SHAPES.slice(at))![1]);
}

/** Characters up to the next blank, quote or bracket: more than any set holds. */
function runAt(text: string, at: number): number {
  return /^[^\s"'`]*/.exec(text.slice(at, at + 256))![0].length;
}
