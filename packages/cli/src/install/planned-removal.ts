/** The request for a removal, and what would be left. */
import type { PartSplice } from './plan.ts';

export interface RemovalRequest {
  /** Only what was added for these; absent: everything. */
  clients?: readonly string[];
  /** Logs of the other connected workspaces, whose entries stay. */
  neighbours?: readonly string[];
  /** The workspace, absolute: below it no link is followed. */
  root?: string;
}

export type RemovalOutcome =
  | { path: string; client: string; outcome: 'restored'; byteEqual: boolean }
  /** Entries of ours stay in the file: those of another client. */
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
  /** What stays of ours, for this workspace. */
  kept: PartSplice[];
  /** What stays, for another one. */
  handed: PartSplice[];
}
