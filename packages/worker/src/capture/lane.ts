/** The input of a pass, its state while it reads the files of one client, and its report about them. */
import type { EventStore } from '@hookloom/core/events';
import { MAX_NOTICES, type CaptureNotice } from './notices.ts';
import type { Offsets } from './offsets.ts';
import type { FolderLists } from './session-files.ts';
import type { CaptureClient } from './watcher-state.ts';

export interface CaptureSource {
  client: CaptureClient;
  /** The client's own folder, absolute. */
  home: string;
  /** The source in the events, such as `codex-local`. */
  source: string;
}

/** How files are read, for one pass or many. */
export interface ReadRequest {
  session: string;
  /** Absolute paths of the workspace: as given, and the real path. */
  roots: readonly string[];
  sources: readonly CaptureSource[];
  /** Limit per file. */
  maxRecords: number;
  /** Epoch milliseconds; null: everything. */
  sinceMs?: number | null;
  /** Only counts and appends nothing. */
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
  /** Files of other workspaces; kept between passes. */
  others: Set<string>;
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
  /** The next pass has more to read. */
  hasMore: boolean;
  /** Without text of the sessions; null if there was no error. */
  error: string | null;
  /** What was skipped. */
  notices: CaptureNotice[];
}

export interface PassResult {
  lanes: LaneResult[];
  /** Folders in which new records will appear. */
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
  /** Events are being appended, so an error now belongs to the log. */
  isAtLog: boolean;
}

/** Reports skipped input, up to a limit. */
export function say({ lane: { notices } }: Lane, notice: CaptureNotice | null): void {
  if (notice !== null && notices.length < MAX_NOTICES) notices.push(notice);
}
