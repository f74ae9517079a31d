/** Splits text into sentences with their offsets. A dot inside a name, a version or a path does not end a sentence. */

export interface Sentence {
  /** Offsets in the text, in UTF-16 units; `end` is after the last character. */
  start: number;
  end: number;
  text: string;
}

const END = /[.!?…]+["'”’»)\]]*(?=\s|$)|[。！？｡]+["'”’」』）]*|\n+| ⏎ |;\s/gu;
/** A longer run is split. A repetition is then found in one of the pieces. */
const MAX_CHARS = 400;

/** @example splitSentences('Use 8.3. Done!').map(({ text }) => text) // ['Use 8.3.', 'Done!'] */
export function splitSentences(text: string, max: number): Sentence[] {
  const found: Sentence[] = [];
  let from = 0;
  for (const end of text.matchAll(END)) {
    add(found, text, from, end.index + end[0].length);
    from = end.index + end[0].length;
    if (found.length >= max) return found.slice(0, max);
  }
  add(found, text, from, text.length);
  return found.slice(0, max);
}

function add(found: Sentence[], text: string, from: number, to: number): void {
  for (let start = from; start < to;) {
    const end = cutAt(text, start, to);
    const piece = text.slice(start, end);
    if (/[\p{L}\p{N}]/u.test(piece)) {
      const lead = piece.length - piece.trimStart().length;
      const said = piece.trim();
      found.push({ start: start + lead, end: start + lead + said.length, text: said });
    }
    start = end;
  }
}

function cutAt(text: string, start: number, to: number): number {
  if (to - start <= MAX_CHARS) return to;
  const space = text.lastIndexOf(' ', start + MAX_CHARS);
  return space > start + MAX_CHARS / 2 ? space : start + MAX_CHARS;
}
