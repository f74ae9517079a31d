/** A lane imports the files of one client. This is the input of a pass, its state, and its report. */
import type { EventStore } from '@hookloom/core/events';
import { MAX_NOTICES, type CaptureNotice } from './notices.ts';
import type { Offsets } from './offsets.ts';
import type { FolderLists } from './session-files.ts';
import type { CaptureClient } from './watcher-state.ts';

export interface CaptureSource {
  client: CaptureClient;
  /** The absolute path of the client's own folder. */
  home: string;
  /** The source name in the events, such as `codex-local`. */
  source: string;
}

/** How files are read, in one pass or many. */
export interface ReadRequest {
  session: string;
  /** Absolute paths of the workspace: as given, and the real path. */
  roots: readonly string[];
  sources: readonly CaptureSource[];
  /** The limit per file. */
  maxRecords: number;
  /** Epoch milliseconds; null to import everything. */
  sinceMs?: number | null;
  /** Only count and append nothing. */
  isDryRun?: boolean;
  signal?: AbortSignal;
  /** Called after each batch. */
  onProgress?(progress: { file: string; records: number; bytes: number }): void;
  /** Called with the files of a client before they are read. */
  onFiles?(files: string[]): void;
}

export interface PassRequest extends ReadRequest {
  eventloomDir: string;
  store: EventStore;
  offsets: Offsets;
  lists: FolderLists;
  /** Files of other workspaces. Kept between passes. */
  others: Set<string>;
}

export interface LaneResult {
  client: CaptureClient;
  /** Number of session files of this workspace. */
  files: number;
  records: number;
  imported: number;
  /** Number of events that were in the log already, from a hook or an earlier pass. */
  known: number;
  /** Whether there is more to read in the next pass. */
  hasMore: boolean;
  /** Contains no text of the sessions. Null if there was no error. */
  error: string | null;
  /** What was skipped. */
  notices: CaptureNotice[];
}

export interface PassResult {
  lanes: LaneResult[];
  /** Folders in which new records may appear. */
  folders: string[];
}

export interface Lane {
  request: PassRequest;
  source: CaptureSource;
  lane: LaneResult;
  privateTurns: Set<string>;
  /** Sessions with unread records. */
  behind: Set<string>;
  /** Files of sessions with subagents. */
  parents: Set<string>;
  /** Whether events are being appended, so that an error comes from the log. */
  isAtLog: boolean;
}

/** Reports skipped input, up to a limit. */
export function addNotice({ lane: { notices } }: Lane, notice: CaptureNotice | null): void {
  if (notice !== null && notices.length < MAX_NOTICES) notices.push(notice);
}
