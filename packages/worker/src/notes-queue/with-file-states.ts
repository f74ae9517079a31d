/** Adds file hashes to notes, so that a reader of the note can detect later changes. */
import type { JsonObject } from '@hookloom/core';
import type { UnsealedEvent } from '@hookloom/core/events';
import { fileMarks } from './file-marks.ts';

const MAX_FILES_OF_NOTE = 16;
/** Clocks of file systems are coarse. */
const SLACK_MS = 2_000;

/** Omits a file that changed after the last work on it in the batch, because the described content is gone. */
export function withFileStates(root: string, events: readonly UnsealedEvent[]): UnsealedEvent[] {
  const markOf = fileMarks(root);
  const lastWork = new Map<string, number>();
  for (const event of events)
    for (const path of pathsOf(event)) {
      const at = Date.parse(event.timestamp ?? '') || 0;
      lastWork.set(path, Math.max(lastWork.get(path) ?? 0, at));
    }
  return events.map((event) => {
    const states: JsonObject[] = [];
    for (const path of pathsOf(event).slice(0, MAX_FILES_OF_NOTE)) {
      const mark = markOf(path);
      if (mark === null || mark.changedMs > lastWork.get(path)! + SLACK_MS) continue;
      states.push({ path, blob: mark.blob });
    }
    return states.length === 0
      ? event
      : { ...event, payload: { ...event.payload, file_states: states } };
  });
}

function pathsOf({ type, payload }: UnsealedEvent): string[] {
  if (type !== 'note.recorded' && type !== 'note.merged') return [];
  const all = [payload['files_modified'], payload['files_read']].flat();
  return [...new Set(all.filter((path) => typeof path === 'string'))];
}
