/** What this installation noticed about a log that it knows, and what a person has to acknowledge. */

/**
 * `rolled_back`: the log ends before the mark. `forked`: it holds another event at the mark, or a copy of it went on by
 * itself. `cut`: its head file names a later event. `replaced`: another log has its name. `deleted`: it is gone.
 */
export type FindingKind = 'rolled_back' | 'forked' | 'cut' | 'replaced' | 'deleted';

export interface Finding {
  kind: FindingKind;
  /** The last event that was known. */
  seq: number;
  hash: string;
  /** Where the log ended when this was noticed; 0 for none. */
  found: number;
  /** `forked`: the directory of the copy. */
  copy?: string;
}
