/** A plan of file edits: computed first, shown, then done. */
import type { JsonValue } from '@hookloom/core';
import type { Splice } from './json-splice.ts';

/** Which of our additions a text is, so that one can be taken out or replaced and the others stay. */
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

/** An addition of ours, with what it is. Records of earlier versions name no part. */
export interface PartSplice extends Splice {
  part?: Part;
  client?: string;
  /** The name of our server. Records of earlier versions have none: it was `zaxy`. */
  server?: string;
  /** The hook entries that it took the place of, for files that were edited since. */
  theirs?: readonly (readonly [event: string, entry: JsonValue])[];
  /** The server that it replaced, if it is in another place than that one was. */
  theirServer?: { key: string; entry: JsonValue };
}

export interface PlannedFile {
  path: string;
  client: string;
  /** What the edit buys, one phrase. */
  purpose: string;
  /** The text that the edit starts from; another than the file's where entries of ours are replaced. */
  before: string | null;
  /** The file's own text, where a marked block that no record knows was taken out of it: it does not come back. */
  original?: string;
  after: string;
  splices: PartSplice[];
  /** For a file that is run. */
  mode?: number;
  /** Every connected workspace uses the file and none has put it there alone: no record says whose it is. */
  isShared?: boolean;
  /** What `before` still holds of ours. Absent: everything that the install record says. */
  kept?: PartSplice[];
}
