/** Cuts a byte stream into lines of bounded length. Bytes are decoded line by line, so that no character is split. */

const NEWLINE = 10;

/**
 * @param maxBytes Maximum length of one line, without its newline.
 * @param onLine Called for each line, without its newline; empty ones included.
 */
export function createLineSplitter(maxBytes: number, onLine: (line: string) => void) {
  let parts: Buffer[] = [];
  let length = 0;
  let overlong = false;
  let dropped = 0;

  const take = (part: Buffer): void => {
    if (overlong) return;
    length += part.length;
    if (length > maxBytes) {
      overlong = true;
      parts = [];
    } else if (part.length > 0) parts.push(part);
  };
  const end = (): void => {
    const line = overlong ? null : Buffer.concat(parts).toString('utf8');
    if (overlong) dropped++;
    parts = [];
    length = 0;
    overlong = false;
    if (line !== null) onLine(line);
  };

  return {
    push(chunk: Buffer) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        take(chunk.subarray(from, at));
        end();
        from = at + 1;
      }
      take(chunk.subarray(from));
    },
    /** Number of lines longer than the limit; they are dropped completely. */
    get dropped() {
      return dropped;
    },
  };
}
