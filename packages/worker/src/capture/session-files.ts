/** The session files of a workspace: where each client stores them, and which belong to it. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isWithin } from '../workspaces/is-within.ts';
import type { CaptureClient } from './watcher-state.ts';

/** A file that may contain sessions of the workspace. */
export interface SessionFile {
  path: string;
  /** Of a subagent: the file of the session that started it, which is read first. */
  parent: string | null;
}

export interface SessionPlace {
  client: CaptureClient;
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

export function folderLists(): FolderLists {
  const seen = new Map<string, { mtimeMs: number; names: readonly string[] }>();
  return {
    names(folder) {
      const stats = fs.statSync(folder, { throwIfNoEntry: false });
      if (stats === undefined || !stats.isDirectory()) return [];
      const known = seen.get(folder);
      // A folder that changed a moment ago may change again within the same clock tick.
      if (known?.mtimeMs === stats.mtimeMs && Date.now() - stats.mtimeMs > 2_000)
        return known.names;
      const names = readNames(folder);
      seen.set(folder, { mtimeMs: stats.mtimeMs, names });
      return names;
    },
  };
}

/** Files, and the folders in which new ones appear. Both are below the client's folder. */
export interface FoundFiles {
  files: SessionFile[];
  folders: string[];
}

/** Ordered so that a session comes before its subagents. Links are not followed. */
export function sessionFiles(place: SessionPlace, lists: FolderLists): FoundFiles {
  return FINDERS[place.client](place, lists);
}

const FINDERS: Record<CaptureClient, (place: SessionPlace, lists: FolderLists) => FoundFiles> = {
  'claude-code': ({ home, roots }, lists) => {
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
        for (const agent of names)
          found.files.push({ path: path.join(agents, agent), parent: file });
      }
    }
    return found;
  },
  codex: ({ home }, lists) => {
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
  },
  gemini: ({ home, roots }, lists) => {
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
  },
  // One folder per session, for all workspaces.
  copilot: ({ home }, lists) => {
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
  },
};

function mayBeOurs(name: string, roots: readonly string[]): boolean {
  return roots.some(
    (root) => name.startsWith(path.basename(root).slice(0, 8)) || name === hashOf(root),
  );
}

function isSessionName(name: string): boolean {
  return name.endsWith('.jsonl') && !name.startsWith('.');
}

function readNames(folder: string): string[] {
  try {
    return fs.readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** The folder in which the session started, from the file's beginning; null if it is not there yet. */
export function belongsHere(
  client: CaptureClient,
  head: string,
  roots: readonly string[],
): boolean | null {
  if (client === 'gemini') return isOurChat(head, roots);
  const cwd = /"cwd"\s{0,8}:\s{0,8}("(?:[^"\\]|\\.){0,4096}")/.exec(head)?.[1];
  if (cwd === undefined) return null;
  const folder = parsed(cwd);
  return folder === null ? null : roots.some((root) => isWithin(folder, root));
}

/**
 * Gemini records the digest of the folder. If that was computed otherwise, the chat's first message names the folder.
 */
function isOurChat(head: string, roots: readonly string[]): boolean | null {
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

function parsed(text: string): string | null {
  try {
    return JSON.parse(text) as string;
  } catch {
    return null;
  }
}
