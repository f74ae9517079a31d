/** The files of the workspace as they stand now, for the anchors that point into them. */

/** A file of the workspace as it is now. `unknown`: it cannot be said, such as for a path outside of the workspace. */
export type FileNow =
  | { state: 'found'; text: string; blob: string }
  | { state: 'missing' }
  | { state: 'unknown' };

/** Reads a file of the workspace: never outside of it, never through a link, bounded. */
export interface WorkspaceFiles {
  read(path: string): FileNow;
}
