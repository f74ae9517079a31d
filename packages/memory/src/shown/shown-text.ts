/**
 * Recorded text for a row of an answer: withheld if it addresses the assistant or a person withholds it, fenced if it
 * was reported, and always without control and hidden characters.
 */
import type { JsonObject, JsonValue } from '@hookloom/core';
import { cleanText, fence, showName } from './clean-text.ts';
import { isUntrusted } from '../channels.ts';
import type { Recorded } from './recorded.ts';
import { isOnlyReleased, withhold, type Withheld, type QuarantineDecisions } from './withhold.ts';

export interface ShownText {
  /** The text, fenced if `reported`, or our own sentence if it is withheld. */
  content: string;
  /** It came through an untrusted channel, or a person released it only for reading. */
  reported: boolean;
  /** Why the text is withheld, and its id for `memory quarantine`. */
  withheld: Pick<Withheld, 'id' | 'reason'> | null;
}

/**
 * @param recorded `text` is all text of the row that could be shown: it decides whether `content` is shown.
 * @example showText({ …, channel: 'web', text }, '312 passed', decisions).content === '<reported-99c5d0fb5c34>312 passed</reported-99c5d0fb5c34>'
 */
export function showText(
  recorded: Recorded,
  content: string,
  decisions: QuarantineDecisions,
): ShownText {
  const [withheld] = withhold([recorded], (row) => row, decisions).withheld;
  const reported = isUntrusted(recorded.channel) || isOnlyReleased(recorded, decisions);
  if (withheld !== undefined) {
    const { id, reason } = withheld;
    return { content: `[withheld: ${reason}, ${id}]`, reported, withheld: { id, reason } };
  }
  const clean = cleanText(content);
  return { content: reported ? fence(clean) : clean, reported, withheld: null };
}

/** The values besides the text. In reported rows, only plain words, places and numbers are outside a fence. */
export function showValues(values: JsonObject, reported: boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      cleanText(key),
      // Made by the search itself: citations of rows with the same content.
      key === 'also' ? value : showValue(value, reported),
    ]),
  );
}

function showValue(value: JsonValue, reported: boolean): JsonValue {
  if (typeof value === 'string') return reported ? showName(value) : cleanText(value);
  if (Array.isArray(value)) return value.map((item) => showValue(item, reported));
  if (typeof value === 'object' && value !== null) return showValues(value, reported);
  return value;
}

export { showName };

/** Every text in the values, one line each. */
export function textsIn(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textsIn).join('\n');
}
