/** What a pass is asked, what it keeps while it goes through the files of one client, and what it tells of them. */
import type { EventStore } from '@hookloom/core/ports/event-store';
import { MAX_NOTICES, type CaptureNotice } from './notices.ts';
import type { Offsets } from './offsets.ts';
import type { FolderLists } from './session-files.ts';
import type { CaptureClient } from './watcher-state.ts';

export interface CaptureSource {
  client: CaptureClient;
  /** The client's own folder, absolute. */
  home: string;
  /** What the events say they come from: `codex-local`. */
  source: string;
}

export interface PassRequest {
  eventloomDir: string;
  session: string;
  /** Absolute paths of the workspace: as it was named and as it is really. */
  roots: readonly string[];
  sources: readonly CaptureSource[];
  store: EventStore;
  offsets: Offsets;
  lists: FolderLists;
  /** Which files are of other workspaces; kept between passes. */
  others: Set<string>;
  /** Of one file. */
  maxRecords: number;
  /** Epoch milliseconds; null: everything. */
  sinceMs?: number | null;
  /** Counts and appends nothing. */
  isDryRun?: boolean;
  signal?: AbortSignal;
  /** Called after each batch. */
  onProgress?(progress: { file: string; records: number; bytes: number }): void;
  /** Called with the files of a client before they are read. */
  onFiles?(files: string[]): void;
}

export interface LaneResult {
  client: CaptureClient;
  /** Session files of this workspace. */
  files: number;
  /** Records read in this pass. */
  records: number;
  /** Events that they became in the log. */
  imported: number;
  /** Events that were in the log already: from a hook, or from an earlier pass. */
  known: number;
  /** Something is left for the next pass. */
  hasMore: boolean;
  /** Without text of the sessions; null where all went well. */
  error: string | null;
  /** What was passed over. */
  notices: CaptureNotice[];
}

export interface PassResult {
  lanes: LaneResult[];
  /** Folders in which new records will show up. */
  folders: string[];
}

export interface Lane {
  request: PassRequest;
  source: CaptureSource;
  lane: LaneResult;
  privateTurns: Set<string>;
  /** Sessions of which something is left to read. */
  behind: Set<string>;
  /** Files of sessions that have subagents. */
  parents: Set<string>;
  /** Events are being appended: what goes wrong now is the log's. */
  isAtLog: boolean;
}

/** Tells what was passed over, up to a number of times. */
export function say({ lane: { notices } }: Lane, notice: CaptureNotice | null): void {
  if (notice !== null && notices.length < MAX_NOTICES) notices.push(notice);
}
