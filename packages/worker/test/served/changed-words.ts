/** The result of a changed byte in a recorded line: texts that no answer may contain. */
export interface RecordedLine {
  seq: number;
  start: number;
  /** After its newline. */
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
 * The changed byte with its neighbours, as an answer in JSON would contain it. Empty if the change cannot be
 * distinguished from other text of the log, or is not a letter or digit: such a change is only visible in the parsed
 * line.
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
