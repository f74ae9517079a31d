/**
 * What was installed, so that it can be removed again: the text that was added to each file, and digests of the file
 * before and after. Of the file itself it contains only what `--force` replaced. That may be a secret, so it is stored
 * in `.eventloom/runtime/install.json`, mode 0600 in a folder of 0700, and never shown.
 */
import fs from 'node:fs';
import path from 'node:path';
import { conflict, permissionDenied } from '@hookloom/core';
import { ensureLogDirectory } from '@hookloom/log/append';
import { writePrivateFile } from '@hookloom/worker';
import type { Part, PartSplice } from './plan.ts';

export interface InstalledFile {
  /** Absolute path. */
  path: string;
  client: string;
  /** True if there was no such file before. */
  created: boolean;
  createdDirs: string[];
  /** Digest of the text before, null if there was none. */
  before: string | null;
  after: string;
  /** In the order in which they were created. */
  splices: PartSplice[];
}

/** What another workspace added to a file of the user, and this one needs too. */
export interface UsedPart {
  path: string;
  part: Part;
  client: string;
}

export interface Manifest {
  version: 1;
  /** The project's folder when this was written. */
  root?: string;
  files: InstalledFile[];
  /** Absent: none. */
  uses?: UsedPart[];
}

/** True when something of a workspace is connected. */
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
  // A record that came with a repository (git does not store mode 0600) must not decide which files are edited.
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

/** The folder was renamed or moved: its files went with it. */
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
  if (!isConnected(manifest)) {
    fs.rmSync(file, { force: true });
    return;
  }
  // With its `.gitignore`: the record is about this machine and does not belong into a commit.
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
