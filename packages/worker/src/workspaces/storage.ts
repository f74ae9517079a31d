/** The disk usage of a workspace, by kind. Reads only names and sizes. */
import fs from 'node:fs';
import path from 'node:path';
import { attempt } from '@hookloom/core';

/**
 * `log`: the sealed events, the source of truth. `projection`: derived from it, including search, vectors and notes;
 * may be deleted. `spool`: waits to be appended to the log. `archives`: compressed copies of segments of the log.
 * `other`: locks, keys, state and links.
 */
export const STORAGE_KINDS = ['log', 'projection', 'spool', 'archives', 'other'] as const;
export type StorageKind = (typeof STORAGE_KINDS)[number];

export interface Stored {
  files: number;
  bytes: number;
}

export type Storage = Record<StorageKind, Stored>;

/** How many files are counted. `log` and everything counted before is exact, the rest is a lower bound. */
const MOST_FILES = 100_000;

/**
 * Null if there is no log. Links are counted as links, never followed.
 *
 * @param eventloomDir Absolute path
 * @example storageOf('/home/dev/shop/.eventloom')?.log // → { files: 1, bytes: 48213 }
 */
export function storageOf(eventloomDir: string): Storage | null {
  const root = fs.lstatSync(eventloomDir, { throwIfNoEntry: false });
  if (root === undefined || !(root.isDirectory() || root.isSymbolicLink())) return null;
  const storage = Object.fromEntries(
    STORAGE_KINDS.map((kind) => [kind, { files: 0, bytes: 0 }]),
  ) as Storage;
  let left = MOST_FILES;
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(path.join(eventloomDir, folder))) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(name);
      else if (left-- > 0) add(storage[kindOf(name)], path.join(eventloomDir, name));
    }
  }
  return storage;
}

/** @param name Path below the folder of the log, with `/` */
export function kindOf(name: string): StorageKind {
  if (/^[^/]+\.jsonl$/.test(name)) return 'log';
  const [folder, rest] = name.split('/');
  if (rest === undefined) return name.endsWith('.compaction.json') ? 'projection' : 'other';
  return FOLDERS[folder!] ?? 'other';
}

const FOLDERS: Readonly<Record<string, StorageKind>> = {
  projections: 'projection',
  inbox: 'spool',
  archive: 'archives',
};

/** Empty for a folder that cannot be read. */
export function entriesOf(folder: string): fs.Dirent[] {
  return attempt(() => fs.readdirSync(folder, { withFileTypes: true }), []);
}

/** Ignores a file that was just deleted. */
function add(stored: Stored, file: string): void {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return;
  stored.files += 1;
  stored.bytes += stats.size;
}
