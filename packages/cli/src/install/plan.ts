/** A plan of file edits: computed, then shown, then carried out. */
import type { JsonValue } from '@hookloom/core';
import type { Splice } from './json-splice.ts';

/** Identifies an addition, so that it can be removed or replaced separately. */
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

/** What an addition of ours replaced, by its meaning. */
export interface MeaningSplice extends Splice {
  /** The name of our server. */
  server?: string;
  /** The hook entries that it replaced, to restore them in a file that was edited later. */
  theirs?: readonly (readonly [event: string, entry: JsonValue])[];
  /** The server that it replaced, if that was elsewhere in the file. */
  theirServer?: { key: string; entry: JsonValue };
}

/** An addition of ours and its identity. */
export interface PartSplice extends MeaningSplice {
  part: Part;
  client: string;
}

export interface PlannedFile {
  path: string;
  client: string;
  /** The benefit of the edit, as one phrase. */
  purpose: string;
  /** The text before the edit. Not the file's text if our entries are replaced. */
  before: string | null;
  /** The file's own text, if a marked block without a record was removed from it. That block is not restored. */
  original?: string;
  after: string;
  splices: PartSplice[];
  /** For an executable file. */
  mode?: number;
  /** Whether every connected workspace uses the file. If so, no record names an owner. */
  isShared?: boolean;
  /** Our additions in `before`. Default: all in the install record. */
  kept?: PartSplice[];
}
