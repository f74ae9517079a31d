import type { Part, PartSplice } from './plan.ts';

/** What a file's text says of a part: not there, there as it is wanted, or there and different. */
export type Holds = 'nothing' | 'wanted' | 'other';

export interface PartRequest {
  path: string;
  part: Part;
  client: string;
  /** What the part buys, one phrase. */
  purpose: string;
  /** Where it stands in the file, for people: `hooks`, `mcpServers.zaxy`. */
  keys: readonly string[];
  /** It is the file, from the first byte to the last. */
  isWhole?: boolean;
  /** The name of the marked block that it is, for parts that are one. */
  block?: string;
  holds(text: string): Holds;
  add(before: string | null): Addition;
  /**
   * Puts it in the place of what differs and no record knows; null where that is not in one piece. Absent: what differs
   * is taken out and ours is added.
   */
  exchange?(before: string): Addition | null;
  /** What a splice remembers of the meaning of what it takes the place of. */
  remember?(before: string): Pick<PartSplice, 'theirs' | 'theirServer'>;
}

export interface Addition {
  after: string;
  splices: readonly PartSplice[];
}
