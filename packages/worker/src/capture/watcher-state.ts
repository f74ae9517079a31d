/**
 * The state of the watcher in `.eventloom/runtime/capture.json` (0600), for doctor, hook-status and the viewer. Offsets
 * are in `capture-offsets.json` next to it.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { CaptureNotice } from './notices.ts';
import { attempt, isJsonObject } from '@hookloom/core';
import { CLIENTS, CONNECTABLE, type TranscriptClient } from '@hookloom/hooks/clients';

/** The clients whose session files are read. */
export type CaptureClient = TranscriptClient;
export const CAPTURE_CLIENTS = CONNECTABLE.filter((name) => CLIENTS[name].transcript !== null);

export interface CaptureLane {
  /** Known session files, and the records captured since the watcher started. */
  files: number;
  imported: number;
  /** RFC 3339; null before the first import. */
  last_import_at: string | null;
  /** The last error, without text of the session. */
  last_error: string | null;
  /** What the last pass skipped: names of files and why. Absent if empty. */
  notices?: CaptureNotice[];
}

export interface WatcherState {
  version: 1;
  pid: number;
  /** Distinguishes this process from a later one with the same pid. */
  process_started: string;
  workspace: string;
  eventloom_path: string;
  session_id: string;
  started_at: string;
  /** RFC 3339. The last pass over all lanes. */
  last_pass_at: string | null;
  interval_seconds: number;
  graph: boolean;
  lanes: Partial<Record<CaptureClient, CaptureLane>>;
  /** How it ended, if it could record that. Absent or null if it is running or was killed. */
  ended?: { at: string; reason: string } | null;
}

export function watcherStateFile(eventloomDir: string): string {
  return path.join(eventloomDir, 'runtime', 'capture.json');
}

/** The last written state; null if there is none or it cannot be read. Does not show whether the watcher is running. */
export function readWatcherState(eventloomDir: string): WatcherState | null {
  return attempt(() => {
    const value: unknown = JSON.parse(fs.readFileSync(watcherStateFile(eventloomDir), 'utf8'));
    if (!isJsonObject(value) || value['version'] !== 1 || typeof value['pid'] !== 'number')
      return null;
    return value as unknown as WatcherState;
  });
}
