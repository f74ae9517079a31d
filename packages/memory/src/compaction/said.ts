import type { StoredEvent } from '@hookloom/core';

/** An event with what it says. */
export interface Said {
  event: StoredEvent;
  text: string;
  words: ReadonlySet<string>;
}
