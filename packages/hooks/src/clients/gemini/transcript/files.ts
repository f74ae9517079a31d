/** The session files of Gemini CLI: a folder for each project, by a short name or by the digest of its path. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import {
  isSessionName,
  type FolderLists,
  type FoundFiles,
  type SessionPlace,
} from '../../client-transcript.ts';

export function geminiFiles({ home, roots }: SessionPlace, lists: FolderLists): FoundFiles {
  const top = path.join(home, 'tmp');
  const found: FoundFiles = { files: [], folders: [top] };
  for (const name of lists.names(top)) {
    const chats = path.join(top, name, 'chats');
    const files = lists.names(chats).filter(isSessionName);
    if (files.length === 0 && !mayBeOurs(name, roots)) continue;
    found.folders.push(files.length === 0 ? path.join(top, name) : chats);
    for (const file of files) found.files.push({ path: path.join(chats, file), parent: null });
  }
  return found;
}

function mayBeOurs(name: string, roots: readonly string[]): boolean {
  return roots.some(
    (root) => name.startsWith(path.basename(root).slice(0, 8)) || name === hashOf(root),
  );
}

/**
 * Gemini records the digest of the folder. If it was computed in another way, the chat's first message names the
 * folder.
 */
export function isOurChat(head: string, roots: readonly string[]): boolean | null {
  const hash = /"projectHash"\s{0,8}:\s{0,8}"([0-9a-f]{64})"/.exec(head)?.[1];
  if (hash !== undefined && roots.some((root) => hashOf(root) === hash)) return true;
  const listed = /\*\*Workspace Directories:\*\*((?:\\n\s{0,8}- [^\\]{1,4096})+)/.exec(head)?.[1];
  if (listed !== undefined)
    return listed.split('\\n').some((line) => roots.includes(line.replace(/^\s*- /, '').trim()));
  return hash === undefined || !/"type"\s{0,8}:\s{0,8}"user"/.test(head) ? null : false;
}

function hashOf(root: string): string {
  return createHash('sha256').update(root).digest('hex');
}
