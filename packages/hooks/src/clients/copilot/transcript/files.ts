/** The session files of Copilot CLI: one folder per session, for all workspaces. */
import path from 'node:path';
import type { FolderLists, FoundFiles, SessionPlace } from '../../client-transcript.ts';

export function copilotFiles({ home }: SessionPlace, lists: FolderLists): FoundFiles {
  const top = path.join(home, 'session-state');
  const found: FoundFiles = { files: [], folders: [] };
  for (const name of lists.names(top)) {
    const folder = path.join(top, name);
    if (name.startsWith('.') || !lists.names(folder).includes('events.jsonl')) continue;
    found.files.push({ path: path.join(folder, 'events.jsonl'), parent: null });
    found.folders.push(folder);
  }
  found.folders.push(top);
  return found;
}
