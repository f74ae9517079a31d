/** The session files of Claude Code: a folder for each folder that a session started in. */
import path from 'node:path';
import {
  isSessionName,
  type FolderLists,
  type FoundFiles,
  type SessionPlace,
} from '../../client-transcript.ts';

export function claudeFiles({ home, roots }: SessionPlace, lists: FolderLists): FoundFiles {
  const projects = path.join(home, 'projects');
  const slugs = [...new Set(roots.map((root) => root.replace(/[^A-Za-z0-9]/g, '-')))];
  // A session that started in a subfolder has that folder's name.
  const mine = lists
    .names(projects)
    .filter((name) => slugs.some((slug) => name === slug || name.startsWith(`${slug}-`)));
  const found: FoundFiles = { files: [], folders: [projects] };
  for (const name of mine) {
    const folder = path.join(projects, name);
    found.folders.push(folder);
    for (const entry of lists.names(folder)) {
      if (!isSessionName(entry)) continue;
      const file = path.join(folder, entry);
      found.files.push({ path: file, parent: null });
      const agents = path.join(file.slice(0, -'.jsonl'.length), 'subagents');
      const names = lists.names(agents).filter(isSessionName);
      if (names.length > 0) found.folders.push(agents);
      for (const agent of names) found.files.push({ path: path.join(agents, agent), parent: file });
    }
  }
  return found;
}
