/**
 * What identifies a sentence even in other words: its numbers, paths, commands, identifiers and names, each together
 * with its neighbouring words. The gate stores digests of such combinations, never of one short token, which could be
 * guessed.
 */
import { compactText } from './compact-text.ts';

export type Decisive = ReturnType<typeof decisiveIn>;

/** A reference to another event, which the forgotten text does not contain. */
const REFERENCE = /\beventloom:\/\/[^\s"'`<>)\]]+|\bevt_[0-9a-f]{8,}\b/g;
const COMMAND = /`([^`\n]{3,80})`/g;
const STRONG: readonly RegExp[] = [
  /https?:\/\/[^\s"'`<>)\]]+|[\w.+-]+@[\w-]+\.[\w.-]+/giu,
  /(?:[\w.@~-]+)?(?:\/[\w.@-]+)+|\b[\w-]+\.[a-z]{1,5}\b/giu,
  /(?<![\w-])--[a-z][\w-]+/giu,
  /\b\w+_\w+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z]+[A-Z]\w*\b/gu,
  /\b(?=\w*\d)(?=\w*[a-z])\w{3,}\b/giu,
];
const NUMBER = /\d+(?:[-.,:/ ]\d+)*/g;
const NAME = /\p{Lu}[\p{L}]{2,}/gu;
const WORD = /[\p{L}]{4,}/gu;
const DATE = /^(?:19|20)\d{2}(?:$|[-./]?(?:0\d|1[0-2])(?:$|[-./]?[0-3]\d))/;
const STOP = new Set(
  'about above after again also always another because been before being below between both came come could does done down each else even ever every first from goes good have here into just keep kept know last like look made make many might more most much must need never next nothing only onto other over part please really same shall should since some still such sure take than thanks that their them then there these they thing this those through time under until upon used uses using very want well went were what when where which while whom whose will with within without would yeah your aber alle auch dann dass denn dies diese doch eine einem einen einer eines ganz habe haben hier immer jetzt kann kein keine mehr muss nach nicht noch oder ohne schon sehr sein seine sich sind soll sollte über unter viel weil wenn werden wird wurde zwischen the and for are but not you all can had her was one our out has him his how its may new now old see two way who did get let put say she too use yes'.split(
    ' ',
  ),
);
const STEM_CHARS = 5;
/** Keeps a stored forgetting small. A text that is compared may contain more. */
export const STORED = { strong: 4, weak: 3, words: 8, wordsOfWeak: 5 };
export const COMPARED = { strong: 16, weak: 12, words: 24, wordsOfWeak: 24 };

const LONG_NUMBER = 7;
const LONG_IDENTIFIER = 8;

export function decisiveIn(sentence: string) {
  const strong = new Set<string>();
  const weak = new Set<string>();
  const values = new Set<string>();
  const addStrong = (raw: string): void => {
    const token = compactText(raw).text;
    if (token.length < 3) return;
    strong.add(token);
    const digits = token.replace(/\D/g, '').length;
    const isMixed = digits >= 3 && digits < token.length && token.length >= LONG_IDENTIFIER;
    if (!raw.includes('/') && (raw.includes('@') || isMixed)) values.add(raw);
  };
  let rest = sentence.replace(REFERENCE, ' ').replace(COMMAND, (_, command: string) => {
    addStrong(command);
    return ' ';
  });
  for (const pattern of STRONG)
    rest = rest.replace(pattern, (raw) => {
      addStrong(raw.replace(/[.,:;!?]+$/, ''));
      return ' ';
    });
  for (const [raw] of rest.matchAll(NUMBER)) {
    const digits = raw.replace(/\D/g, '');
    if (DATE.test(raw) || digits.length < 3) weak.add(digits);
    else {
      strong.add(digits);
      if (digits.length >= LONG_NUMBER) values.add(raw);
      for (const part of raw.split(/\D/)) if (part.length > 3 && !DATE.test(part)) strong.add(part);
    }
  }
  for (const [raw] of rest.matchAll(NAME)) {
    const token = compactText(raw).text;
    if (!STOP.has(token)) weak.add(token);
  }
  const words = new Set<string>();
  for (const [raw] of rest.matchAll(WORD)) {
    const word = compactText(raw).text;
    if (!STOP.has(word)) words.add(word.slice(0, STEM_CHARS));
  }
  return {
    /** With one word, or in pairs, they identify the sentence. */
    strong: [
      ...strong,
    ] /** Names, years and small numbers are common in everyday language, so they need two neighbouring words. */,
    weak: [...weak] /** Content words, as stems. */,
    words: [...words] /** Long enough to be unique: refused wherever they occur. */,
    values: [...values],
  };
}

/** The combinations that identify it, each in one spelling. */
export function* combinations(
  found: Decisive,
  limits: typeof STORED,
): Generator<string, void, undefined> {
  const strong = found.strong.slice(0, limits.strong);
  const weak = found.weak.slice(0, limits.weak);
  const words = found.words.slice(0, limits.words);
  for (const [at, one] of strong.entries()) {
    for (const other of strong.slice(at + 1)) yield joined([one, other]);
    for (const name of weak) yield joined([one, name]);
    for (const word of words) yield joined([one, word]);
  }
  const few = words.slice(0, limits.wordsOfWeak);
  for (const name of weak) {
    const beside = few.filter((word) => !name.startsWith(word));
    for (const [at, word] of beside.entries())
      for (const other of beside.slice(at + 1)) yield joined([name, word, other]);
  }
}

function joined(tokens: string[]): string {
  return tokens.sort().join('\u0001');
}

/** Sentences of a text with their positions. @example sentencesOf('A b. C')[1] // { start: 5, end: 6, text: 'C' } */
export function sentencesOf(text: string): { start: number; end: number; text: string }[] {
  const found: { start: number; end: number; text: string }[] = [];
  let start = 0;
  const add = (end: number): void => {
    if (end > start) found.push({ start, end, text: text.slice(start, end) });
  };
  for (const { index, 0: between } of text.matchAll(/(?<=[.!?…。])\s+|\n+|\\n/g)) {
    add(index);
    start = index + between.length;
  }
  add(text.length);
  return found;
}
