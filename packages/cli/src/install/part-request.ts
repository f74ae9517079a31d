import type { Part, PartSplice } from './plan.ts';

/**
 * What a file's text says of a part: not there, there as it is wanted, there and different. `outdated`: there as we wrote
 * it for other hook files, so it is brought up to date without asking.
 */
export type Holds = 'nothing' | 'wanted' | 'other' | 'outdated';

export interface PartRequest {
  path: string;
  part: Part;
  client: string;
  /** What the part buys, one phrase. */
  purpose: string;
  /** Its place in the file, for the user: `hooks`, `mcpServers.zaxy`. */
  keys: readonly string[];
  /** It is the file, from the first byte to the last. */
  isWhole?: boolean;
  /** The name of the marked block that it is, for parts that are one. */
  block?: string;
  /** See `PlannedFile`. */
  mode?: number;
  isShared?: boolean;
  holds(text: string): Holds;
  add(before: string | null): Addition;
  /** Brings a part that is outdated up to date in its place. Absent: it is taken out and added anew. */
  update?(before: string): string;
  /**
   * Puts it in the place of what differs and no record knows; null where that is not in one piece. Absent: what differs
   * is taken out and ours is added.
   */
  exchange?(before: string): Addition | null;
  /** What a splice remembers of the meaning of what it takes the place of. */
  remember?(before: string): Pick<PartSplice, 'theirs' | 'theirServer' | 'server'>;
}

export interface Addition {
  after: string;
  splices: readonly PartSplice[];
}
