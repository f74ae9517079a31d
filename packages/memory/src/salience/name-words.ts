/** The words of a name or a question, for the feeling of knowing. */
const STOP_WORDS = new Set(
  'a an and are as at be by do for from how in is it of on or that the this to was we what with'.split(
    ' ',
  ),
);

/** Lower-case words of letters and digits, longer than one character, each once, without the most common. */
export function termsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => [...word].length > 1 && !STOP_WORDS.has(word)))];
}
