/** A requirement for evidence: a check of the log that returns what satisfies it, or what does not. */
import type { StoredEvent } from '@hookloom/core/events';
import type { Row } from './select.ts';

export interface Requirement {
  id: string;
  satisfied: boolean;
  /** What satisfies or contradicts it. */
  citations: string[];
  reason: string;
}

export interface CheckInput {
  facts: readonly Row[];
  session: string;
  /** The newest event of a type, as of the target. */
  newest(type: string): Promise<StoredEvent | null>;
  /** Commands that the observer saw end after this seq, newest first, as of the target. */
  runs(afterSeq: number): Promise<StoredEvent[]>;
}

export type Check = (looked: CheckInput) => Promise<Requirement>;
