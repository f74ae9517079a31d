import { writeSync } from 'node:fs';

/** Writes a line for the client, in as many pieces as it takes; nothing for an empty text. */
export function say(fd: 1 | 2, text: string): void {
  try {
    let rest = Buffer.from(text && `${text}\n`);
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
  } catch {
    // No one reads it.
  }
}
