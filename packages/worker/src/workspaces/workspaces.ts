/** The workspaces that one worker serves: opened on demand, closed when idle. */
import type { Workspace } from '@hookloom/core/settings';
import type { Runtime } from '../runtime.ts';

/** What makes two folders one project: remote and root commit, or a stored id. Worktrees share it. */
export interface Project {
  id: string;
  /** Its display name. The folder's name, until it is changed. */
  alias: string;
}

export interface OpenWorkspace {
  /** 1 to 999, fixed in this installation: the last three digits of every id that a route returns. */
  slot: number;
  workspace: Workspace;
  project: Project;
  runtime: Runtime;
}

/** An idle workspace is closed after some minutes, so get it again for each request. */
export interface Workspaces {
  /** Opens every existing workspace that this installation has seen. */
  all(): Promise<OpenWorkspace[]>;
  /** The workspace of a folder: the nearest one above it, or its own in the state folder. */
  forFolder(folder: string): Promise<OpenWorkspace>;
  /** By alias, id or folder. Empty for an unknown name. */
  forProject(name: string): Promise<OpenWorkspace[]>;
  /** Like `forProject`, but creates a workspace in the state folder for an unknown name. */
  ensureProject(name: string): Promise<OpenWorkspace>;
  /**
   * The workspace of a client that sends only its folder's name: of several, the one whose log was written last.
   * `namesakes`: the aliases of all, that one first.
   */
  forName(name: string): Promise<{ open: OpenWorkspace | null; namesakes: string[] }>;
  forSlot(slot: number): Promise<OpenWorkspace | null>;
  /** Where a client's session was first seen; null for a new one. */
  forSession(contentSessionId: string): Promise<OpenWorkspace | null>;
  /** Makes the next request of this session use the same workspace. */
  sawSession(contentSessionId: string, workspace: Pick<OpenWorkspace, 'slot'>): void;
  /** How many sessions were seen within the last milliseconds. */
  activeSessions(sinceMs: number): number;
  close(): Promise<void>;
}
