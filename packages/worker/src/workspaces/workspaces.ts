/** The workspaces that one worker serves: opened when they are asked for, closed when they rest. */
import type { Workspace } from '@hookloom/core/config/workspace';
import type { Runtime } from '../runtime.ts';

/** What makes two folders one project: remote and root commit, else a stored id. Worktrees share it. */
export interface Project {
  id: string;
  /** What a person calls it; the folder's name, until it is changed. */
  alias: string;
}

export interface OpenWorkspace {
  /** 1 to 999, kept for this installation: the last three digits of every id that a route gives. */
  slot: number;
  workspace: Workspace;
  project: Project;
  runtime: Runtime;
}

/** An opened workspace is closed when nobody has asked for it for some minutes: ask again for each request. */
export interface Workspaces {
  /** Every workspace this installation has seen and that still exists, opened. */
  all(): Promise<OpenWorkspace[]>;
  /** The workspace a folder belongs to: the nearest one above it, else one of its own in the state folder. */
  forFolder(folder: string): Promise<OpenWorkspace>;
  /** By alias, id or folder. Empty where nobody is called so. */
  forProject(name: string): Promise<OpenWorkspace[]>;
  /** As `forProject`; where nobody is called so, a workspace in the state folder is made. */
  ensureProject(name: string): Promise<OpenWorkspace>;
  /**
   * What a client means that knows a project by its folder's name alone: of several, the one whose log was written to last.
   * `namesakes`: the aliases of all, that one first.
   */
  forName(name: string): Promise<{ open: OpenWorkspace | null; namesakes: string[] }>;
  forSlot(slot: number): Promise<OpenWorkspace | null>;
  /** Where a client's session was seen first; null for a new one. */
  forSession(contentSessionId: string): Promise<OpenWorkspace | null>;
  /** So that the next request of this session goes where the first one went. */
  sawSession(contentSessionId: string, workspace: Pick<OpenWorkspace, 'slot'>): void;
  /** How many sessions were seen within the last milliseconds. */
  activeSessions(sinceMs: number): number;
  close(): Promise<void>;
}
