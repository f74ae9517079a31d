import type { Channel } from '@hookloom/core';

/** What decides whether a text may be shown. */
export interface Recorded {
  session: string;
  seq: number;
  /** With or without `sha256:`; at least 12 hex. */
  hash: string;
  channel: Channel;
  /** As it was recorded: hidden characters are evidence. */
  text: string;
  /** The seq of the newest event that added to it, where one did. */
  told?: number;
}
