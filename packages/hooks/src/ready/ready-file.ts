/**
 * The worker's prepared context for the next session, so that a starting client does not wait for the memory to open.
 * It is in the private state folder, because a repository could plant one in the workspace.
 */
import fs from 'node:fs';
import { contentDigest } from '@hookloom/core/hook';
import { isJsonObject, realPath, withPlain } from '@hookloom/core';
import type { LogPoint } from '@hookloom/log/append';
import type { PromptLine } from './relevant-lines.ts';

export type { PromptLine } from './relevant-lines.ts';

export interface ReadyContext {
  v: 2;
  /** Empty: there is no context to add. */
  text: string;
  /** Ids of the notes in it, for the record. */
  notes: string[];
  /** Real paths of the `.eventloom` directories, with the point of each log that the text was made from. */
  logs: { dir: string; point: LogPoint }[];
  /** Stamps of the other logs beside the first one, and of the settings: any change makes the file out of date. */
  seen: [path: string, stamp: string | null][];
  /** Names in the first directory that are logs. */
  names: string[];
  /** Current statements, for relevant prompts. All cite the first log. */
  lines: PromptLine[];
  /** When one of its statements becomes valid or invalid, epoch milliseconds. Null: never. */
  untilMs: number | null;
}

export interface ReadyPlace {
  stateDir: string;
  /** The `.eventloom` directory. */
  dir: string;
  session: string;
  branch: string | null;
}

const MAX_BYTES = 2 * 1024 * 1024;

/** One file for each log and branch. */
export function readyFile({ stateDir, dir, session, branch }: ReadyPlace): string {
  return `${stateDir}/ready/${contentDigest([realPath(dir), session].join('\n'))}.${contentDigest(branch ?? '')}.json`;
}

/** Null for a file that is missing, of another user, open to others, or of another version. */
export function readReady(file: string): (ReadyContext & { writtenMs: number }) | null {
  return withPlain(file, (fd, { size, mode, uid, mtimeMs }) => {
    const isPrivate = process.getuid === undefined || (uid === process.getuid() && !(mode & 0o077));
    if (!isPrivate || size > MAX_BYTES) return null;
    const ready = JSON.parse(fs.readFileSync(fd, 'utf8')) as unknown;
    if (!isJsonObject(ready) || ready['v'] !== 2) return null;
    return { ...(ready as unknown as ReadyContext), writtenMs: mtimeMs };
  });
}

export function stampOf(path: string): string | null {
  const stats = fs.statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.size}:${stats.mtimeMs}:${stats.ino}`;
}

/** Names of the logs in a directory, sorted. */
export function logNames(dir: string): string[] {
  return fs
    .readdirSync(dir)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
}
