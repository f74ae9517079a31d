/** Finds the session files of a workspace: where each client stores them, and which belong to it. */
import fs from 'node:fs';
import { CLIENTS, type FolderLists } from '@hookloom/hooks/clients';
import { isWithin } from '../workspaces/is-within.ts';
import type { CaptureClient } from './watcher-state.ts';
import { attempt, namesIn } from '@hookloom/core';

export type { FolderLists, SessionFile } from '@hookloom/hooks/clients';

export function folderLists(): FolderLists {
  const seen = new Map<string, { mtimeMs: number; names: readonly string[] }>();
  return {
    names(folder) {
      const stats = fs.statSync(folder, { throwIfNoEntry: false });
      if (stats === undefined || !stats.isDirectory()) return [];
      const known = seen.get(folder);
      // A folder that has just changed may change again within the same clock tick.
      if (known?.mtimeMs === stats.mtimeMs && Date.now() - stats.mtimeMs > 2_000)
        return known.names;
      const names = namesIn(folder).sort();
      seen.set(folder, { mtimeMs: stats.mtimeMs, names });
      return names;
    },
  };
}

/** The folder in which the session started, from the beginning of the file; null if it is not there yet. */
export function belongsHere(
  client: CaptureClient,
  head: string,
  roots: readonly string[],
): boolean | null {
  const own = CLIENTS[client].transcript?.belongsHere;
  if (own !== undefined) return own(head, roots);
  const cwd = /"cwd"\s{0,8}:\s{0,8}("(?:[^"\\]|\\.){0,4096}")/.exec(head)?.[1];
  if (cwd === undefined) return null;
  const folder = attempt(() => JSON.parse(cwd) as string);
  return folder === null ? null : roots.some((root) => isWithin(folder, root));
}
