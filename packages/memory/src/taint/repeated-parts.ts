/** Where a text repeats outside text. */
import type { Channel } from '@hookloom/core/events';

export interface RepeatedParts {
  /** The channel of the rest. */
  own: Channel;
  /** Offsets in the content, in order. */
  parts: [start: number, end: number][];
}
