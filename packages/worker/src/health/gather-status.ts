/** Reads what `hook-status` and `capture-soak` judge: client files, the end of the logs, the watcher's state. Writes nothing. */
import fs from 'node:fs';
import type { Workspace } from '@hookloom/core/config/workspace';
import { inspectProgram, type ClientFiles, type ReadText } from '@hookloom/hooks/found/inspect';
import { type Place, type Program } from '@hookloom/hooks/found/places';
import type { StatusEvidence } from './hook-status.ts';
import { seeLog } from './see-log.ts';
import { seeWatcher } from './watcher-seen.ts';

/** The programs whose hooks we can be. */
export const HOOKED: readonly Program[] = ['claude-code', 'codex', 'gemini', 'cursor', 'copilot'];

export interface StatusRequest {
  workspace: Workspace;
  place: Place;
  /** Null: every session of the workspace. */
  session: string | null;
  now: number;
}

export function gatherStatus({ workspace, place, session, now }: StatusRequest): StatusEvidence {
  return {
    log: seeLog(workspace.eventloomDir, session),
    files: inspectHooked(place),
    watcher: seeWatcher(workspace.eventloomDir),
    now,
  };
}

export function inspectHooked(place: Place): ClientFiles[] {
  return HOOKED.map((program) => inspectProgram(program, place, readClientFile));
}

/** A settings file above this is not one: Claude's own state file reaches some megabytes. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Null for what is not there, is no file, or may not be read. */
export const readClientFile: ReadText = (file) => {
  try {
    const stats = fs.statSync(file);
    return stats.isFile() && stats.size <= MAX_BYTES ? fs.readFileSync(file, 'utf8') : null;
  } catch {
    return null;
  }
};
