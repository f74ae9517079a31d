/** The features of a sentence that survive a paraphrase, or even a translation. */
import { STOP_WORDS, rawWords } from '../words/analyze.ts';

export interface Features {
  /** Content words without endings and accents; pairs of characters in scripts without spaces. */
  words: ReadonlySet<string>;
  /** Numbers, names and commands, lower case, with the weight of each as evidence of a copy. */
  tokens: ReadonlyMap<string, number>;
}

const MAX_WORDS = 48;
const MAX_TOKENS = 16;
/** Words share a stem if they share this many first letters: matches inflections and cognates. */
const STEM_CHARS = 5;
const ASCII = /^[\x00-\x7f]*$/;
const MARKS = /\p{M}/gu;
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

export function featuresOf(sentence: string): Features {
  return { words: wordsOf(sentence), tokens: tokensOf(sentence) };
}

function wordsOf(sentence: string): Set<string> {
  const words = new Set<string>();
  for (const raw of rawWords(sentence)) {
    if (words.size >= MAX_WORDS) break;
    const word = foldWord(raw);
    if (!ASCII.test(word) && NO_SPACES.test(word)) addPairs(words, word);
    else if (isContent(word)) words.add(stemOf(word));
  }
  return words;
}

function foldWord(raw: string): string {
  const word = raw.slice(0, 64).toLowerCase();
  return ASCII.test(word) ? word : word.normalize('NFD').replace(MARKS, '').normalize('NFC');
}

function isContent(word: string): boolean {
  if (/^\d+$/.test(word)) return true;
  return word.length > 2 && !STOP_WORDS.has(word) && !FUNCTION_WORDS.has(word);
}

/** Numbers stay intact: 8080 and 80801 are different ports. */
function stemOf(word: string): string {
  return /\d/.test(word) ? word : word.slice(0, STEM_CHARS);
}

function addPairs(words: Set<string>, run: string): void {
  const characters = [...run].filter((one) => !PARTICLE.test(one));
  if (characters.length === 1) words.add(characters[0]!);
  for (let at = 0; at + 1 < characters.length && words.size < MAX_WORDS; at++)
    words.add(characters[at]! + characters[at + 1]!);
}

/** Japanese particles and endings, Chinese and Korean function syllables: they appear between any two words. */
const PARTICLE = /[のはがをにでとものですますしたるてれ了的是在和은는이가을를에의로]/u;

/** `needs`: a cheap check that is true for every sentence that the pattern matches. */
const SHAPES: readonly { needs: RegExp; pattern: RegExp; worth: number }[] = [
  {
    needs: /:\/\/|@/,
    pattern: /\bhttps?:\/\/[^\s"'`<>)\]}、。]+|\b[\w.+-]+@[\w-]+\.[\w.-]+\b/giu,
    worth: 2,
  },
  {
    needs: /\.\S/,
    pattern:
      /\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|dev|app|sh|cloud|ai|co|info|xyz|example|test|invalid|local|internal|[a-z]{2})\b(?:\/[^\s"'`<>)\]]*)?/giu,
    worth: 2,
  },
  { needs: /@/, pattern: /@[a-z0-9-]+\/[\w.-]+/giu, worth: 2 },
  { needs: /\d/, pattern: /(?<![\w.])\d[\d.,:]*\d(?![\w])|(?<![\w.])\d{2,}/gu, worth: 1 },
  { needs: /-\S/, pattern: /(?<![\w-])--?[a-z][\w-]+/giu, worth: 1 },
  { needs: /[_/\\.:-]\S/, pattern: /\b[\w.-]*[a-z]\w*(?:[_/\\.:-]\w[\w.-]*)+/giu, worth: 1 },
  { needs: /\d/, pattern: /\b[a-z]+\d\w*\b/giu, worth: 1 },
  { needs: /[a-z][A-Z]/, pattern: /\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z]+[A-Z]\w*\b/gu, worth: 1 },
  { needs: /[A-Z][A-Z0-9_]{2}/, pattern: /\b[A-Z][A-Z0-9_]{2,}\b/gu, worth: 1 },
  {
    needs: / \P{ASCII}| [A-Z]/u,
    pattern: /(?<=[\p{L}\p{N},;:)"'’] )\p{Lu}\p{Ll}{3,}/gu,
    worth: 0.5,
  },
];

function tokensOf(sentence: string): Map<string, number> {
  const tokens = new Map<string, number>();
  const add = (raw: string, worth: number): void => {
    const token = raw.toLowerCase().replace(/^[-.,:/]+|[-.,:;/!?]+$/gu, '');
    if (token.length < 2 || (tokens.get(token) ?? 0) >= worth) return;
    if (tokens.size < MAX_TOKENS || tokens.has(token)) tokens.set(token, worth);
  };
  for (const { needs, pattern, worth } of SHAPES)
    if (needs.test(sentence)) for (const [raw] of sentence.matchAll(pattern)) add(raw, worth);
  // A command in code marks keeps its words in every language.
  for (const [, code] of sentence.matchAll(/`([^`\n]{2,200})`/g))
    for (const word of code!.split(/\s+/)) if (!STOP_WORDS.has(word)) add(word, 1);
  return tokens;
}

/** Function words of three letters and more in other languages; English ones are in the stop words. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `der die das den dem des ein eine einen einem einer und oder aber ist sind war wird werden mit von fur auf aus bei nach
   uber unter wenn dass als auch nicht sich nur noch wie man kann soll muss haben hat hier dann immer diese dieser dieses
   les des une est sont avec pour dans par sur qui que vous nous cette ces votre vos mais aux son ses pas plus leur tous
   los las una unos con para por que del como este esta estos esas son sus mas pero hay cada todo todos desde sobre usted
   uma com para por que dos das nos nas esse essa isso seu sua mais mas como cada todo todos pelo pela voce
   gli dei del della delle degli nel nella con per che una uno sono questo questa suo sua piu come ogni tutti alla dal
   это как что для при или все его она они оно был была было были быть есть так уже еще только если чтобы после перед
   через который которая которые этот эта эти вам вас наш ваш the and for that this with from use used using will
   also please note you may can must should here there been has have let via per etc`
    .trim()
    .split(/\s+/)
    .map((word) => word.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')),
);
