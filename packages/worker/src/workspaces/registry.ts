/**
 * The workspaces that this installation has seen, and the project of each: one private file in the state folder.
 * Everything else is in the workspaces' own logs.
 */
import fs from 'node:fs';
import path from 'node:path';
import { corrupt, unavailable, type HookloomError } from '@hookloom/core';
import { installationKey } from '@hookloom/log';
import { createFileLock } from '@hookloom/log/append';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../private-file.ts';

const entry = z.object({
  slot: z.int().min(1).max(999),
  /** The user's folder. */
  root: z.string(),
  dir: z.string(),
  domain: z.string(),
  session: z.string(),
  project: z.string(),
  /** Git's common directory, which all worktrees of a repository share. */
  commonDir: z.string().nullable(),
  /** Device and inode of `dir`, to recognise a moved folder and other spellings of its name. */
  inode: z.string().nullable(),
  /** The id in the directory's `project.json`, to recognise a folder that was moved to another disk. */
  file: z.string().nullable().default(null),
});

const registry = z.object({
  version: z.literal(1),
  workspaces: z.array(entry),
  projects: z.array(z.object({ id: z.string(), alias: z.string() })),
  /** The project that each was merged into. */
  merged: z.record(z.string(), z.string()),
});

export type RegistryEntry = z.infer<typeof entry>;
export type Registry = z.infer<typeof registry>;

export interface RegistryFile {
  /** The current content of the file. Do not modify it. */
  read(): Registry;
  /** Changes the file, one process at a time. */
  change<T>(work: (registry: Registry) => T): T;
}

const LOCK_MS = 3000;

export function openRegistry(stateDir: string): RegistryFile {
  const file = path.join(stateDir, 'workspaces.json');
  let seen: { stamp: string; registry: Registry } | null = null;

  function read(): Registry {
    const stamp = stampOf(file);
    if (seen?.stamp !== stamp) seen = { stamp, registry: parse(file) };
    return seen.registry;
  }

  return {
    read,
    change(work) {
      // Create the key before adding entries, so that existing ones count as known.
      installationKey({ make: true });
      const lock = createFileLock(stateDir, 'workspaces');
      try {
        if (!lock.acquire(LOCK_MS))
          throw unavailable(
            'The list of workspaces is being written by another process.',
            'Try again.',
          );
        const registry = structuredClone(parse(file));
        const before = JSON.stringify(registry);
        const result = work(registry);
        const after = JSON.stringify(registry, null, 2);
        if (before !== JSON.stringify(registry)) writePrivateFile(file, `${after}\n`);
        seen = null;
        return result;
      } finally {
        lock.close();
      }
    },
  };
}

function parse(file: string): Registry {
  const text = readPrivateFile(file);
  if (text === null) {
    if (fs.existsSync(file)) throw damaged(file, 'is not a private file of this user');
    return { version: 1, workspaces: [], projects: [], merged: {} };
  }
  try {
    return registry.parse(JSON.parse(text));
  } catch (error) {
    throw damaged(file, 'does not contain a list of workspaces', error);
  }
}

/** Never recreated automatically, because every id that a route returned contains one of its slots. */
function damaged(file: string, what: string, cause?: unknown): HookloomError {
  return corrupt(
    `${file} ${what}.`,
    'Fix it, or move it away: workspaces are then found again by the folders that clients name.',
    { cause },
  );
}

function stampOf(file: string): string {
  const stats = fs.statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? 'none' : `${stats.ino} ${stats.mtimeNs} ${stats.size}`;
}
