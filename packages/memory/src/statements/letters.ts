/** Character counts of a text, without allocations, because this runs over every line of a log. */
export interface Letters {
  /** Letters of any script; every character beyond Latin-1 counts as one. */
  letters: number;
  upper: number;
  lower: number;
  han: number;
  /** Neither blanks, letters nor digits. */
  others: number;
  /** Runs between blanks. */
  words: number;
}

export function countLetters(text: string): Letters {
  const counts: Letters = { letters: 0, upper: 0, lower: 0, han: 0, others: 0, words: 0 };
  let inWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isBlank = code === 32 || (code >= 9 && code <= 13) || code === 160;
    if (!isBlank && !inWord) counts.words++;
    inWord = !isBlank;
    if (isBlank) continue;
    if (code >= 65 && code <= 90) counts.upper++;
    else if (code >= 97 && code <= 122) counts.lower++;
    else if (code >= 0x4e00 && code <= 0x9fff) counts.han++;
    else if (code >= 48 && code <= 57) continue;
    else if (code < 192 || (code >= 0x2000 && code <= 0x2bff)) counts.others++;
    else counts.letters++;
  }
  counts.letters += counts.upper + counts.lower + counts.han;
  return counts;
}
