/** A plan of file edits: computed first, shown, then done. */
import type { Splice } from './json-splice.ts';

export interface PlannedFile {
  path: string;
  client: string;
  /** What the edit buys, one phrase. */
  purpose: string;
  before: string | null;
  after: string;
  splices: Splice[];
}
