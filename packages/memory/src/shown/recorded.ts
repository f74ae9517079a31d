import type { Channel } from '@hookloom/core/events';

/** The inputs of the decision whether a text may be shown. */
export interface Recorded {
  session: string;
  seq: number;
  /** With or without `sha256:`; at least 12 hex digits. */
  hash: string;
  channel: Channel;
  /** The recorded text: hidden characters are evidence. */
  text: string;
  /** The seq of the newest event that added to it, if any. */
  told?: number;
}
