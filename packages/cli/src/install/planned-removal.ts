/** A request to remove entries, and the plan for it. */
import type { PartSplice } from './plan.ts';

export interface RemovalRequest {
  /** Only additions for these clients. Default: all. */
  clients?: readonly string[];
  /** The logs of other connected workspaces, whose entries stay. */
  neighbours?: readonly string[];
  /** The absolute path of the workspace. Links below it are not followed. */
  root?: string;
}

export type RemovalOutcome =
  | { path: string; client: string; outcome: 'restored'; byteEqual: boolean }
  /** Our entries for another client stay in the file. */
  | { path: string; client: string; outcome: 'reduced' }
  /** The entries stay, because another workspace uses them. */
  | { path: string; client: string; outcome: 'handed_over' }
  | { path: string; client: string; outcome: 'deleted' }
  | { path: string; client: string; outcome: 'absent' };

export interface PlannedRemoval {
  outcome: RemovalOutcome;
  before: string | null;
  /** Null: the file is deleted. */
  after: string | null;
  /** Our additions that stay for this workspace. */
  kept: PartSplice[];
  /** Our additions that stay for another workspace. */
  handed: PartSplice[];
}
