/** Reads the table of provider shapes (provider-shapes.ts): a keyword for each prefix, and the rule for all of them. */
import type { Keyword, Rule } from './rule.ts';
import { PROVIDER_SHAPES } from './provider-shapes.ts';
import { isRandom } from './randomness.ts';
import { isInWord } from './words.ts';

const SETS: Record<string, string> = {
  w: 'A-Za-z0-9',
  b: '\\w-',
  t: '\\w.-',
  B: '\\w+/=%-',
  p: '\\w/@.:%-',
  x: '0-9A-Fa-f',
  u: 'A-Z0-9',
};
/** This many characters prove a key; the rest of it follows. */
const LOOKED_AT = 128;

const HEX = /^(?:[0-9a-f]+|[0-9A-F]+)$/;

/** By its source: what proves the tail, what else belongs to it, and its mark. */
const tails = new Map<string, [look: RegExp, rest: RegExp, mark: string]>();

const PREFIX = / ([^ ,\n]+)(?= )/y;
const GROUP_TAIL = /[^ ,\n]+(?=,|\n|$)/g;

/** The prefixes of the table that begin with `start`: two characters. */
export function providersAt(start: string): Keyword[] {
  const list: Keyword[] = [];
  const needle = ` ${start}`;
  for (
    let at = PROVIDER_SHAPES.indexOf(needle);
    at >= 0;
    at = PROVIDER_SHAPES.indexOf(needle, at + 1)
  ) {
    // Without a blank after it, it is a tail.
    PREFIX.lastIndex = at;
    const word = PREFIX.exec(PROVIDER_SHAPES)?.[1];
    if (word !== undefined) list.push({ word, folded: false, rule: providerKey, at });
  }
  return list;
}

/** The kind of the line, or of the line that it continues. */
function kindAt(at: number): string {
  let start = at;
  do start = PROVIDER_SHAPES.lastIndexOf('\n', start - 1);
  while (start >= 0 && PROVIDER_SHAPES[start + 1] === ' ');
  return PROVIDER_SHAPES.slice(start + 1, PROVIDER_SHAPES.indexOf(' ', start + 1));
}

const providerKey: Rule = (text, at, from, keyword) => {
  GROUP_TAIL.lastIndex = keyword.at;
  const [look, rest, mark] = tailOf(GROUP_TAIL.exec(PROVIDER_SHAPES)![0]);
  if (mark !== '!' && isInWord(text, at, from, mark === '?')) return null;
  look.lastIndex = rest.lastIndex = at + keyword.word.length;
  const found = look.exec(text)?.[0];
  // A few prefixes are also hex digits, but a digest is not a key, and a masked digest could no longer prove anything.
  if (found === undefined || HEX.test(keyword.word + found)) return null;
  if (mark === '' ? new Set(found.slice(0, 64)).size < 5 : !isRandom(found)) return null;
  rest.test(text);
  return { start: at, end: rest.lastIndex, kind: kindAt(keyword.at) };
};

function tailOf(source: string): [look: RegExp, rest: RegExp, mark: string] {
  let tail = tails.get(source);
  if (tail === undefined) {
    const [, set, least, more, mark] = /^(\w)(\d+)([^?!]*)(.?)$/.exec(source)!;
    const characters = `[${more!}${SETS[set!]!}]`;
    tail = [
      new RegExp(`${characters}{${least},${LOOKED_AT}}`, 'y'),
      new RegExp(`${characters}*`, 'y'),
      mark!,
    ];
    tails.set(source, tail);
  }
  return tail;
}
