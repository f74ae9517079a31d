/**
 * A text as the write gate compares it: letters and digits only, lower case, without accents and compatibility forms,
 * so that case, spacing, punctuation, full-width and invisible characters do not make a different value of it.
 */

/** Cyrillic and Greek letters that look like Latin ones; both sides are folded alike. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  [...'аaеeоoрpсcуyхxіiјjѕsκkοoρpνvαaιiτtυu'.matchAll(/(.)(.)/gsu)].map(([, other, latin]) => [
    other!,
    latin!,
  ]),
);
const NOT_WORD = /[^\p{L}\p{N}]+/gu;
/** Marks, formats and invisible characters: removed without splitting a word. */
const UNSEEN = /^[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]+$/u;

const SEPARATOR = 0;
const LETTER = 1;
const DIGIT = 2;
type Kind = typeof SEPARATOR | typeof LETTER | typeof DIGIT;

/** @example compactText('Pin: 48-21').text === 'pin4821' */
export function compactText(original: string) {
  const chars: string[] = [];
  /**
   * For every character of `text`, where it comes from in the original: first and last code unit, the latter exclusive.
   */
  const from: number[] = [];
  const to: number[] = [];
  const kinds: Kind[] = [];
  const parted: boolean[] = [];
  let isParted = true;
  const take = (text: string, start: number, end: number): void => {
    for (const char of text) {
      chars.push(char.length === 1 ? char : '\ufffd');
      from.push(start);
      to.push(end);
      kinds.push(/\p{N}/u.test(char) ? DIGIT : LETTER);
      parted.push(isParted);
      isParted = false;
    }
  };
  for (let at = 0; at < original.length;) {
    const code = original.charCodeAt(at);
    if (code < 128) {
      const kind = asciiKind(code);
      // A line break as JSON writes it separates words like a line break.
      const isEscape = code === 92 && 'nrt'.includes(original[at + 1] ?? ' ');
      if (kind === SEPARATOR) isParted = true;
      else {
        chars.push(String.fromCharCode(code | (kind === LETTER ? 32 : 0)));
        from.push(at);
        to.push(at + 1);
        kinds.push(kind);
        parted.push(isParted);
        isParted = false;
      }
      at += isEscape ? 2 : 1;
      continue;
    }
    const char = String.fromCodePoint(original.codePointAt(at)!);
    const end = at + char.length;
    const folded = char.normalize('NFKD').toLowerCase().normalize('NFKD').replace(NOT_WORD, '');
    if (folded !== '') take([...folded].map((one) => LOOKALIKES.get(one) ?? one).join(''), at, end);
    else if (!UNSEEN.test(char)) isParted = true;
    at = end;
  }
  /** 1 if a word begins: a value is searched only from there. */
  const begins = new Uint8Array(chars.length);
  /** 1 if a word ends. */
  const ends = new Uint8Array(chars.length);
  for (let at = 0; at < chars.length; at++) {
    if (parted[at] || kinds[at] !== kinds[at - 1]) begins[at] = 1;
    if (at + 1 === chars.length || parted[at + 1] || kinds[at] !== kinds[at + 1]) ends[at] = 1;
  }
  return { text: chars.join(''), from, to, begins, ends };
}

function asciiKind(code: number): Kind {
  if (code >= 48 && code <= 57) return DIGIT;
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) ? LETTER : SEPARATOR;
}
