/**
 * What the watcher of session files leaves in `.eventloom/runtime/capture.json` (0600) for whoever asks: doctor,
 * hook-status, the viewer. Offsets are not in it: they stand in `capture-offsets.json` beside it.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { CaptureNotice } from './notices.ts';
import { isJsonObject } from '@hookloom/core/json';

export const CAPTURE_CLIENTS = ['claude-code', 'codex', 'gemini', 'copilot'] as const;
export type CaptureClient = (typeof CAPTURE_CLIENTS)[number];

export interface CaptureLane {
  /** Whole session files known, and records taken in since the watcher started. */
  files: number;
  imported: number;
  /** RFC 3339; null before the first. */
  last_import_at: string | null;
  /** The last thing that went wrong, without text of the session. */
  last_error: string | null;
  /** What the last pass had to leave out: names of files and why; absent where it was nothing. */
  notices?: CaptureNotice[];
}

export interface WatcherState {
  version: 1;
  pid: number;
  /** Tells this process from a later one with the same pid. */
  process_started: string;
  workspace: string;
  eventloom_path: string;
  session_id: string;
  started_at: string;
  /** RFC 3339; of the last pass over all lanes. */
  last_pass_at: string | null;
  interval_seconds: number;
  graph: boolean;
  lanes: Partial<Record<CaptureClient, CaptureLane>>;
  /** How it ended, where it could still tell; absent or null: it runs, or it was killed. */
  ended?: { at: string; reason: string } | null;
}

export function watcherStateFile(eventloomDir: string): string {
  return path.join(eventloomDir, 'runtime', 'capture.json');
}

/** The state as last written; null where there is none or it is not readable as one. Says nothing of whether it runs. */
export function readWatcherState(eventloomDir: string): WatcherState | null {
  try {
    const value: unknown = JSON.parse(fs.readFileSync(watcherStateFile(eventloomDir), 'utf8'));
    if (!isJsonObject(value) || value['version'] !== 1 || typeof value['pid'] !== 'number')
      return null;
    return value as unknown as WatcherState;
  } catch {
    return null;
  }
}
