/** The current files of the workspace, for the anchors that point into them. */

/**
 * The current state of a workspace file. `unknown`: cannot be determined, for example for a path outside the workspace.
 */
export type FileNow =
  | { state: 'found'; text: string; blob: string }
  | { state: 'missing' }
  | { state: 'unknown' };

/** Reads a file of the workspace: never outside it, never through a link, bounded. */
export interface WorkspaceFiles {
  read(path: string): FileNow;
}
