import type { Part, PartSplice } from './plan.ts';

/**
 * The state of a part in a file: absent, present as wanted, or present but different. `outdated`: as we wrote it for
 * other hook files, so it is updated without asking.
 */
export type Holds = 'nothing' | 'wanted' | 'other' | 'outdated';

export interface PartRequest {
  path: string;
  part: Part;
  client: string;
  /** The benefit of the part, as one phrase. */
  purpose: string;
  /** Its place in the file, for the user: `hooks`, `mcpServers.zaxy`. */
  keys: readonly string[];
  /** It is the file, from the first byte to the last. */
  isWhole?: boolean;
  /** The name of its marked block, for parts that are one. */
  block?: string;
  /** See `PlannedFile`. */
  mode?: number;
  isShared?: boolean;
  holds(text: string): Holds;
  add(before: string | null): Addition;
  /** Updates an outdated part in place. Absent: it is removed and added again. */
  update?(before: string): string;
  /**
   * Replaces a different entry that is in no record; null if that is not contiguous. Absent: the different entry is
   * removed and ours is added.
   */
  exchange?(before: string): Addition | null;
  /** What a splice records about the meaning of what it replaces. */
  remember?(before: string): Pick<PartSplice, 'theirs' | 'theirServer' | 'server'>;
}

export interface Addition {
  after: string;
  splices: readonly PartSplice[];
}
