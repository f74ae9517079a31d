/** What a changed byte made of a recorded line: texts that no answer may hold. */
export interface RecordedLine {
  seq: number;
  start: number;
  /** Behind its newline. */
  end: number;
  hash: string;
}

const AROUND = 6;

export function recordedLines(log: Buffer): RecordedLine[] {
  const lines: RecordedLine[] = [];
  for (let start = 0; start < log.length;) {
    const end = log.indexOf(10, start) + 1;
    const { integrity } = JSON.parse(log.toString('utf8', start, end)) as {
      integrity: { seq: number; hash: string };
    };
    lines.push({ seq: integrity.seq, start, end, hash: integrity.hash });
    start = end;
  }
  return lines;
}

/**
 * The changed byte with its neighbours, as an answer in JSON would hold it. Empty where the change cannot be told from
 * what stands elsewhere in the log, or is no letter or digit: such a change shows in the parsed line alone.
 */
export function changedWords(
  byte: number,
  { start, end }: RecordedLine,
  changed: Buffer,
  sound: string,
): string[] {
  const from = Math.max(start, byte - AROUND);
  const to = Math.min(end - 1, byte + AROUND + 1);
  const around = changed.toString('latin1', from, to);
  const at = byte - from;
  const [before = ''] = /[A-Za-z0-9 .-]*$/.exec(around.slice(0, at)) ?? [];
  const [after = ''] = /^[A-Za-z0-9 .-]*/.exec(around.slice(at)) ?? [];
  const word = before + after;
  return after.length > 0 && word.length > AROUND && !sound.includes(word) ? [word] : [];
}
