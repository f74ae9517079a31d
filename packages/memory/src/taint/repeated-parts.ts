/** Where a text repeats outside text. */
import type { Channel, StoredEvent } from '@hookloom/core/events';

export interface RepeatedParts {
  /** The channel of the rest. */
  own: Channel;
  /** Offsets in the content, in order. */
  parts: [start: number, end: number][];
}

/** Splits the text in two: its own statements, and repeated outside text. */
export function partText(content: string, { parts }: RepeatedParts) {
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

/** What an event says besides what it repeats from outside. */
export type OwnWords = ReturnType<typeof ownWords>;

/** Compares letters only, because statements have no markup. @param end Offset up to which the content was compared. */
export function ownWords(
  event: StoredEvent,
  content: string,
  { parts, end }: Pick<RepeatedParts, 'parts'> & { end: number },
) {
  const letters = lettersOf(content.slice(0, end));
  const repeated = parts.map(([start, stop]) => [
    lettersOf(content.slice(0, start)).length,
    lettersOf(content.slice(0, stop)).length,
  ]);
  return {
    /** The event with its own channel. */
    event,
    /** False for a text that contains a repeated part, or that is not found as it is. */
    include(text: string) {
      const wanted = lettersOf(text);
      let at = wanted === '' ? -1 : letters.indexOf(wanted);
      if (at < 0) return false;
      for (; at >= 0; at = letters.indexOf(wanted, at + 1))
        for (const [start, stop] of repeated)
          if (at < stop! && at + wanted.length > start!) return false;
      return true;
    },
  };
}

function lettersOf(text: string): string {
  return text.replace(/\P{L}+/gu, '');
}
