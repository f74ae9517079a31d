import type { StoredEvent } from '@hookloom/core/events';

/** An event with its content. */
export interface Said {
  event: StoredEvent;
  text: string;
  words: ReadonlySet<string>;
}
