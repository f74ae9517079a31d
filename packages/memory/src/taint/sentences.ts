/** Splits text into sentences with their offsets. A dot inside a name, a version or a path does not end a sentence. */

export interface Sentence {
  /** Offsets in the text, in UTF-16 units; `end` is after the last character. */
  start: number;
  end: number;
  text: string;
}

/** A run of marks is read once, from its first mark, and not once for each mark. */
const END = /(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s|$)|[。！？｡]+["'”’」』）]*|\n+| ⏎ |;\s/gu;
/** A longer run is split. A repetition is then found in one of the parts. */
const MAX_CHARS = 400;

/** @example splitSentences('Use 8.3. Done!').map(({ text }) => text) // ['Use 8.3.', 'Done!'] */
export function splitSentences(text: string, max: number): Sentence[] {
  const found: Sentence[] = [];
  let from = 0;
  for (const end of text.matchAll(END)) {
    const to = end.index + end[0].length;
    add(found, text, { from, to, max });
    from = to;
    if (found.length >= max) return found;
  }
  add(found, text, { from, to: text.length, max });
  return found;
}

function add(
  found: Sentence[],
  text: string,
  { from, to, max }: { from: number; to: number; max: number },
): void {
  for (let start = from; start < to && found.length < max;) {
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
  // Only these characters are searched, because a text without blanks would be read back to its beginning for every
  // part.
  const from = start + MAX_CHARS / 2 + 1;
  const space = text.slice(from, start + MAX_CHARS + 1).lastIndexOf(' ');
  return space < 0 ? start + MAX_CHARS : from + space;
}
