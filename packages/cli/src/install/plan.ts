/** A plan of file edits: computed first, shown, then done. */
import type { JsonValue } from '@hookloom/core';
import type { Splice } from './json-splice.ts';

/** Identifies our addition, so that one can be removed or replaced while the others stay. */
export type Part =
  | 'launcher'
  | 'hooks'
  | 'mcp'
  | 'capture'
  | 'trust'
  | 'user-trust'
  | 'permissions'
  | 'instructions'
  | 'profile'
  | 'snippet';

/** An addition of ours and its identity. Records of earlier versions name no part. */
export interface PartSplice extends Splice {
  part?: Part;
  client?: string;
  /** The name of our server. Records of earlier versions do not contain it: it was `zaxy`. */
  server?: string;
  /** The hook entries that it replaced, for files that were edited since. */
  theirs?: readonly (readonly [event: string, entry: JsonValue])[];
  /** The server that it replaced, if that was in another place. */
  theirServer?: { key: string; entry: JsonValue };
}

export interface PlannedFile {
  path: string;
  client: string;
  /** The benefit of the edit, as one phrase. */
  purpose: string;
  /** The text that the edit starts from; different from the file's if our entries are replaced. */
  before: string | null;
  /** The file's own text, if a marked block without a record was removed from it, which is not restored. */
  original?: string;
  after: string;
  splices: PartSplice[];
  /** For an executable file. */
  mode?: number;
  /** Every connected workspace uses the file and no single one added it, so no record names an owner. */
  isShared?: boolean;
  /** Our additions in `before`. Absent: everything in the install record. */
  kept?: PartSplice[];
}
