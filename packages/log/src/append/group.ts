import type { PreparedEvent } from '../envelope/seal.ts';
import type { Key } from './delivery-note.ts';

/** Events that are appended together or not at all. */
export interface Group {
  events: PreparedEvent[];
  /** Set for a group that waited in the inbox: it is appended once, however often it is drained. */
  key?: Key;
}
