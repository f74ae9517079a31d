/**
 * What was installed, so that it can be removed again: the text added to each file, and digests of the file before and
 * after. The only content of the file itself is what `--force` replaced. That may be a secret, so the record is
 * `.eventloom/runtime/install.json` with mode 0600 in a folder of 0700, and is never shown.
 */
import fs from 'node:fs';
import path from 'node:path';
import { conflict, permissionDenied } from '@hookloom/core';
import { ensureLogDirectory } from '@hookloom/log/append';
import { writePrivateFile } from '@hookloom/worker';
import { stateDirPath } from '@hookloom/core/settings';
import type { Part, PartSplice } from './plan.ts';

export interface InstalledFile {
  /** Absolute path. */
  path: string;
  client: string;
  created: boolean;
  createdDirs: string[];
  /** Digest of the text before; null if there was no file. */
  before: string | null;
  after: string;
  /** In the order in which they were created. */
  splices: PartSplice[];
}

/** An entry in one of the user's files that another workspace added and this one needs too. */
export interface UsedPart {
  path: string;
  part: Part;
  client: string;
}

export interface Manifest {
  version: 1;
  /** The project's folder at that time. */
  root?: string;
  files: InstalledFile[];
  /** Absent if there are none. */
  uses?: UsedPart[];
}

/** Whether anything in a workspace is connected. */
export function isConnected({ files, uses = [] }: Manifest): boolean {
  return files.length > 0 || uses.length > 0;
}

export function manifestFile(eventloomDir: string): string {
  return path.join(eventloomDir, 'runtime', 'install.json');
}

export function readManifest(eventloomDir: string): Manifest {
  const file = manifestFile(eventloomDir);
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return { version: 1, files: [] };
  // A record from a repository must not decide which files are edited. Git does not store mode 0600.
  if (!stats.isFile() || (process.platform !== 'win32' && (stats.mode & 0o077) !== 0))
    throw permissionDenied(
      `${file} is not a private file of this machine.`,
      'Check where it came from. Delete it if it is not yours, then run the command again.',
    );
  try {
    const manifest = JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest;
    if (manifest.version === 1 && Array.isArray(manifest.files))
      return moved(manifest, path.dirname(eventloomDir));
  } catch {
    // falls through to the one error below
  }
  throw conflict(
    `${file} is not readable as an install record.`,
    'Remove the Hookloom entries from the client settings, then delete this file.',
  );
}

/** If the folder was renamed or moved, its files have new paths. */
function moved(manifest: Manifest, root: string): Manifest {
  const { root: before, files, ...others } = manifest;
  if (before === undefined || before === root || fs.existsSync(before)) return manifest;
  const rebase = (file: string): string =>
    file === before || file.startsWith(before + path.sep) ? root + file.slice(before.length) : file;
  return {
    ...others,
    root,
    files: files.map((file) => ({
      ...file,
      path: rebase(file.path),
      createdDirs: file.createdDirs.map(rebase),
    })),
  };
}

export function writeManifest(eventloomDir: string, manifest: Manifest): void {
  const file = manifestFile(eventloomDir);
  if (!isConnected(manifest)) return fs.rmSync(file, { force: true });
  // Also writes `.gitignore`, because the record is about this machine and must not be committed.
  ensureLogDirectory(eventloomDir);
  const runtime = path.dirname(file);
  fs.mkdirSync(runtime, { recursive: true, mode: 0o700 });
  if (!fs.lstatSync(runtime).isDirectory())
    throw permissionDenied(
      `${runtime} is a link.`,
      'Replace it with a folder, then run the command again.',
    );
  try {
    writePrivateFile(
      file,
      `${JSON.stringify({ ...manifest, root: path.dirname(eventloomDir) }, null, 2)}\n`,
    );
  } catch (error) {
    throw permissionDenied(
      `${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`,
      'Check the permissions of its folder and the free disk space, then run the command again.',
      { cause: error },
    );
  }
}

// Records what `init --user` adds to the user's own settings, separately from every project.

/** The directory of the record, like that of a project but with only `runtime`. */
export function userRecordDir(env: Record<string, string | undefined>): string {
  return `${stateDirPath(env)}/user/.eventloom`;
}
