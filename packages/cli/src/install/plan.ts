/** A plan of file edits: computed first, shown, then done. */
import type { Splice } from './json-splice.ts';

/** Which of our additions a text is, so that one can be taken out or replaced and the others stay. */
export type Part = 'hooks' | 'mcp' | 'capture' | 'trust' | 'instructions' | 'profile' | 'snippet';

/** An addition of ours, with what it is. Records of earlier versions name no part. */
export interface PartSplice extends Splice {
  part?: Part;
  client?: string;
}

export interface PlannedFile {
  path: string;
  client: string;
  /** What the edit buys, one phrase. */
  purpose: string;
  /** The text that the edit starts from; another than the file's where entries of ours are replaced. */
  before: string | null;
  /** The file's own text, where entries that no record knows were taken out of it: they do not come back. */
  original?: string;
  after: string;
  splices: PartSplice[];
  /** What `before` still holds of ours. Absent: everything that the install record says. */
  kept?: PartSplice[];
}
