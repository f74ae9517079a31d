/**
 * Whether a text may contain a secret: nearly all texts do not, and the hook loads the rules only for one that may.
 * Never false if a rule would find something; true a little too often.
 */
import { PROVIDER_SHAPES } from './provider-shapes.ts';
import { isMixedSoon } from './mixed-text.ts';

/** The mask of a value that could not be searched: nested too deeply, a failure, or without an end. */
export const UNREADABLE = '[REDACTED:unreadable]';

/** The complete value is a mask, possibly one without a rule, as other programs and older versions write it. */
export function isMask(value: string): boolean {
  return /^\[REDACTED[:a-z-]*]$/.test(value);
}

/** Words with exact case, each after a blank: of private keys, web tokens, addresses and command lines. */
export const EXACT_WORDS = [
  ' -----BEGIN',
  ' eyJ',
  ' ://',
  ' curl login mysql maria mongo redis- sshp openss ldap sqlcm sqlp zip unzip rar unrar 7z smbc rpcc lftp http xh mosq ipmi twine kube gh htpa chpa sudo obsc send vault bw snmp xfree cqls rabb net',
] as const;
/** Words in any case: of headers, encoded addresses and names. */
export const FOLDED_WORDS = [
  ' authorization',
  ' bearer basic ssws',
  ' cookie',
  ' %3a',
  ' pass pwd pw psk secret token credential creds auth key sig identified rasen raseñ enha nnwort wachtwoord arol aslo ifre lave',
  ' ?code= &code=',
] as const;

/** How the names of secrets begin in scripts other than Latin. */
export function mayNameSecret(code: number): boolean {
  return code > 902 && 'пПтТкК密口令パ暗ト비암토كסรपκΚδΔτΤرאटโ'.includes(String.fromCharCode(code));
}

/** By two characters (7 bits each), the possible third ones of a keyword: one bit for each value of the low 5 bits. */
let thirds: Int32Array | undefined;

/** The table, built on first use. */
export function keywordMarks(): Int32Array {
  if (thirds !== undefined) return thirds;
  const marks = new Int32Array(1 << 14);
  const mark = (words: string, isFolded: boolean): void => {
    for (let at = words.indexOf(' '); at >= 0; at = words.indexOf(' ', at + 1)) {
      const a = words.charCodeAt(at + 1);
      const b = words.charCodeAt(at + 2);
      const c = words.charCodeAt(at + 3);
      // A keyword of two characters allows any third one.
      const bits = c === 32 ? -1 : 1 << c;
      marks[(a << 7) | b]! |= bits;
      if (!isFolded) continue;
      marks[((a ^ 32) << 7) | b]! |= bits;
      marks[(a << 7) | (b ^ 32)]! |= bits;
      marks[((a ^ 32) << 7) | (b ^ 32)]! |= bits;
    }
  };
  mark(PROVIDER_SHAPES, false);
  for (const words of EXACT_WORDS) mark(words, false);
  for (const words of FOLDED_WORDS) mark(words, true);
  return (thirds = marks);
}

/** Loading the rules costs less than searching a longer text twice. */
const MAX_CHARS = 4096;

/** A text with colour codes is searched without them; this check does not read it. */
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

const OPTION =
  /^[a-z\d_-]+(?= )(?:[^\n]|\\\n){0,400}?(?: -\w?[aknNpPuUwbAXc]| --[abfpu]| \/[pu]|login|unlock|_user|_passw)|^(?:chp|obsc|send |sudo -S|sqlp[^\n]{1,40}\/)/;
/** A program is started here with an option that may be followed by a secret. */
export function mayCommand(text: string, at: number): boolean {
  return !/\w/.test(text[at - 1] ?? '') && OPTION.test(text.slice(at, at + 512));
}

/** By two characters: words with the least number of characters after them, or what must follow. */
type Start = [
  word: string,
  least: number | ((text: string, at: number) => boolean),
  folded: boolean,
];
const starts = new Map<string, Start[]>();

/** Three characters at `at` begin a keyword: does all of it follow, with the minimum that its rule requires? */
function mayBegin(text: string, at: number): boolean {
  const two = text.slice(at, at + 2);
  let known = starts.get(two);
  if (known === undefined) starts.set(two, (known = startsWith(two)));
  for (const [word, least, folded] of known) {
    const stands = folded
      ? text.slice(at, at + word.length).toLowerCase() === word
      : text.startsWith(word, at);
    if (
      stands &&
      (typeof least === 'number' ? runAt(text, at + word.length) >= least : least(text, at))
    )
      return true;
  }
  return false;
}

function startsWith(two: string): Start[] {
  const known: Start[] = [];
  const collect = (
    lists: readonly string[],
    follows: Start[1][],
    from: string,
    folded: boolean,
  ): void => {
    for (const [at, words] of lists.entries())
      for (const word of words.split(' '))
        if (word.startsWith(from)) known.push([word, follows[at] ?? 0, folded]);
  };
  collect(EXACT_WORDS, [0, 0, mayAddress, mayCommand], two, false);
  collect(FOLDED_WORDS, [0, 0, 0, 0, mayAssign], two.toLowerCase(), true);
  for (let from = -1; (from = PROVIDER_SHAPES.indexOf(` ${two}`, from + 1)) >= 0;) {
    const end = PROVIDER_SHAPES.indexOf(' ', from + 1);
    if (end >= 0) known.push([PROVIDER_SHAPES.slice(from + 1, end), leastAfter(end), false]);
  }
  return known;
}

function mayAddress(text: string, at: number): boolean {
  return text.slice(at, at + 400).includes('@');
}

const SIGNS = ',(=:%"\'`]&\\><?-{';

/** Most words are not followed by an assignment. */
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

/** The tail at the end of the group, before a comma or the end of the line: one letter for the set, then the number. */
function leastAfter(at: number): number {
  return Number(/ \w(\d+)[^ ,\n]*(?![^,\n])/.exec(PROVIDER_SHAPES.slice(at))![1]);
}

/** Characters up to the next blank, quote or bracket, which is more than any set contains. */
function runAt(text: string, at: number): number {
  return /^[^\s"'`]*/.exec(text.slice(at, at + 256))![0].length;
}
