/** The session files of Codex: a folder for each day, for all workspaces. */
import path from 'node:path';
import {
  isSessionName,
  type FolderLists,
  type FoundFiles,
  type SessionPlace,
} from '../../client-transcript.ts';

export function codexFiles({ home }: SessionPlace, lists: FolderLists): FoundFiles {
  const top = path.join(home, 'sessions');
  const found: FoundFiles = { files: [], folders: [] };
  const numbers = (folder: string): string[] => {
    const names = lists.names(folder).filter((name) => /^\d{1,4}$/.test(name));
    return names.map((name) => path.join(folder, name));
  };
  let newest = top;
  for (const year of numbers(top))
    for (const month of numbers(year))
      for (const day of numbers(month)) {
        newest = day;
        for (const name of lists.names(day))
          if (isSessionName(name)) found.files.push({ path: path.join(day, name), parent: null });
      }
  // New ones appear in the folder of the newest day, or create a folder above it.
  for (let at = newest; ; at = path.dirname(at)) {
    found.folders.push(at);
    if (at === top) break;
  }
  return found;
}
