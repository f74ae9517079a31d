/** What the table of technical words says about a text: the kinds of the products and terms that it names. */
import { rawWords } from '../words/analyze.ts';
import { PRODUCTS, TERMS } from './trade-words.ts';

export interface Kind {
  /** Several names of the kind, the usual one first. */
  names: readonly string[];
  members: readonly string[];
}

/** A product has at most this many words. */
const MOST_WORDS = 3;
const SHORTEST_PREFIX = 3;

export const PRODUCT_KINDS = kindsOf(PRODUCTS);
export const TERM_KINDS = kindsOf(TERMS);

function kindsOf(table: string): Kind[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [names, members] = line.split(': ');
      return { names: names!.split(', '), members: members!.split(' ') };
    });
}

type Index = ReturnType<typeof indexOf>;

let index: Index | undefined;

/**
 * In the order of the text.
 *
 * @example kindsIn('We moved to RabbitMQ')[0].names // ['message queue', 'message broker', 'event streaming']
 */
export function kindsIn(text: string): Kind[] {
  index ??= indexOf([...PRODUCT_KINDS, ...TERM_KINDS]);
  const words = rawWords(text);
  const found = new Set<Kind>();
  const { kinds, starts } = index;
  const add = (key: string): void => kinds.get(key)?.forEach((kind) => found.add(kind));
  words.forEach((word, at) => {
    const lower = word.toLowerCase();
    if (starts.has(lower))
      for (let length = MOST_WORDS; length > 0; length--) {
        const phrase = words.slice(at, at + length).join(' ');
        add(`=${phrase}`);
        add(phrase.toLowerCase());
      }
    if (!starts.has(`${lower.slice(0, SHORTEST_PREFIX)}-`)) return;
    for (let end = SHORTEST_PREFIX; end <= lower.length; end++) add(`${lower.slice(0, end)}-`);
  });
  return [...found];
}

/** By the words of a member: `=` before those that count only as they are spelled, `-` after beginnings of words. */
function indexOf(kinds: readonly Kind[]) {
  /** First words of keys in lower case, and the shortest beginnings with `-`. Most words are not among them. */
  const starts = new Set<string>();
  const byKey = new Map<string, Kind[]>();
  for (const kind of kinds) {
    for (const member of kind.members) {
      const words = rawWords(member.replaceAll('_', ' ')).join(' ');
      const lower = words.toLowerCase();
      const key = member.endsWith('*') ? `=${words}` : member.endsWith('-') ? `${lower}-` : lower;
      starts.add(
        member.endsWith('-') ? `${lower.slice(0, SHORTEST_PREFIX)}-` : lower.split(' ')[0]!,
      );
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, [kind]);
      else known.push(kind);
    }
  }
  return { kinds: byKey, starts };
}
