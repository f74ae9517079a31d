/** The session files of one client: where they are, which belong to a workspace, and how a line of them is read. */
import type { HookEvent } from '@hookloom/core/hook';
import type { ReadTranscriptLine, TranscriptRecord } from '../transcript/record.ts';

/** A file that may contain sessions of the workspace. */
export interface SessionFile {
  path: string;
  /** For a subagent's file: the file of the session that started it, which is read first. */
  parent: string | null;
}

export interface SessionPlace {
  /** The client's own folder: `~/.claude`, `~/.codex`, `~/.gemini`, `~/.copilot`. */
  home: string;
  /** Absolute path of the workspace, and its real path if that differs. */
  roots: readonly string[];
}

/** Lists folders and caches the list while a folder is unchanged. */
export interface FolderLists {
  /** Names in character order; empty if it is not a folder. */
  names(folder: string): readonly string[];
}

/** Files, and the folders in which new ones appear. Both are below the client's folder. */
export interface FoundFiles {
  files: SessionFile[];
  folders: string[];
}

export interface ClientTranscript {
  /** The source name in captured events: `claude-local`. */
  source: string;
  readLine: ReadTranscriptLine;
  /** A record as the event of the client's own hook for it. */
  toEvent(record: TranscriptRecord): HookEvent;
  /** Ordered so that a session comes before its subagents. Links are not followed. */
  files(place: SessionPlace, lists: FolderLists): FoundFiles;
  /**
   * Whether the session that a file begins with started in one of the folders; null if that is not known yet. Default:
   * the first `cwd` of the file decides.
   */
  belongsHere?(head: string, roots: readonly string[]): boolean | null;
  /** The native event that the client's hook sends before a call. */
  before: string;
  /** Its hooks send no ids of calls and prompts. */
  hasNoIds?: boolean;
}

export function isSessionName(name: string): boolean {
  return name.endsWith('.jsonl') && !name.startsWith('.');
}
