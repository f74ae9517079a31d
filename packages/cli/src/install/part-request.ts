import type { MeaningSplice, Part } from './plan.ts';

/**
 * The state of a part in a file: absent, present as wanted, or different. `outdated`: as we wrote it for other hook
 * files, so it is updated without asking.
 */
export type PartState = 'nothing' | 'wanted' | 'other' | 'outdated';

export interface PartRequest {
  path: string;
  part: Part;
  client: string;
  /** The benefit of the part, as one phrase. */
  purpose: string;
  /** Its location in the file, for the user: `hooks`, `mcpServers.zaxy`. */
  keys: readonly string[];
  isWhole?: boolean;
  /** The name, if the part is a marked block. */
  block?: string;
  /** See `PlannedFile`. */
  mode?: number;
  isShared?: boolean;
  holds(text: string): PartState;
  add(before: string | null): Addition;
  /** Updates an outdated part in place. If absent, the part is removed and added again. */
  update?(before: string): string;
  /**
   * Replaces a different entry that is in no record; null if that is not contiguous. If absent, the entry is removed
   * and ours is added.
   */
  exchange?(before: string): Addition | null;
  /** What a splice records about the replaced entry. */
  remember?(before: string): Pick<MeaningSplice, 'theirs' | 'theirServer' | 'server'>;
}

export interface Addition {
  after: string;
  splices: readonly MeaningSplice[];
}
