/** Where a text repeats outside text. */
import type { Channel } from '@hookloom/core/events';

export interface RepeatedParts {
  /** The channel of the rest. */
  own: Channel;
  /** Offsets in the content, in order. */
  parts: [start: number, end: number][];
}

/** Splits the text in two: its own statements, and repeated outside text. */
export function partText(
  content: string,
  { parts }: RepeatedParts,
): { said: string; repeated: string } {
  let at = 0;
  let said = '';
  const repeated: string[] = [];
  for (const [start, end] of parts) {
    said += content.slice(at, start);
    if (start < content.length) repeated.push(content.slice(start, end));
    at = Math.max(at, end);
  }
  return { said: said + content.slice(at), repeated: repeated.join(' ') };
}
