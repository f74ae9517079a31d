/**
 * Several workspaces may share an entry in the user's files. When the workspace that added it is disconnected, its
 * record passes to another one, so that the last one removes the entry.
 */
import { isDeepStrictEqual } from 'node:util';
import { defined } from '@hookloom/core';
import { readManifest, writeManifest, type InstalledFile, type UsedPart } from './manifest.ts';
import type { PartSplice } from './plan.ts';

/** The uses that the record of this workspace does not have yet. */
export function unrecordedUses(eventloomDir: string, uses: readonly UsedPart[]): UsedPart[] {
  const { files, uses: there = [] } = readManifest(eventloomDir);
  return uses.filter((use) => !there.some((one) => isSame(one, use)) && !isInstalled(files, use));
}

/** Records what this workspace needs and another one has added. */
export function recordUses(eventloomDir: string, uses: readonly UsedPart[]): void {
  const added = unrecordedUses(
    eventloomDir,
    uses.map(({ path, part, client }) => ({ path, part, client })),
  );
  if (added.length === 0) return;
  const manifest = readManifest(eventloomDir);
  writeManifest(eventloomDir, { ...manifest, uses: [...(manifest.uses ?? []), ...added] });
}

export function forgetUses(eventloomDir: string, clients: readonly string[] | undefined): void {
  const manifest = readManifest(eventloomDir);
  if (manifest.uses === undefined) return;
  const uses = manifest.uses.filter(
    ({ client }) => clients !== undefined && !clients.includes(client),
  );
  writeManifest(eventloomDir, { ...manifest, uses });
}

/** The first other workspace that needs an addition; null if there is none. */
export function userOf(
  path: string,
  { part, client }: PartSplice,
  neighbours: readonly string[],
): string | null {
  const needs = (dir: string): boolean =>
    (readManifest(dir).uses ?? []).some(
      (use) => use.path === path && use.part === part && use.client === client,
    );
  return neighbours.find(needs) ?? null;
}

/**
 * The workspace that replaced this workspace's addition with `--force`; null if there is none. It restores the text
 * from before both.
 */
export function successorOf(
  path: string,
  splice: PartSplice,
  neighbours: readonly string[],
): string | null {
  return neighbours.find((dir) => successorIn(dir, path, splice) !== undefined) ?? null;
}

function successorIn(dir: string, path: string, { part, text }: PartSplice) {
  return recordIn(dir, path)?.splices.find(
    ({ part: of, removed = '' }) => of === part && removed !== '' && text.includes(removed),
  );
}

/** Whether a text is the addition of another workspace, which may restore it. */
export function isAddedBy(path: string, text: string, neighbours: readonly string[]): boolean {
  return neighbours.some(
    (dir) => recordIn(dir, path)?.splices.some((splice) => splice.text.includes(text)) === true,
  );
}

/** The other addition now covers both, so its removal restores the text from before both. */
function inherit(dir: string, { path, before }: InstalledFile, splice: PartSplice): void {
  const successor = successorIn(dir, path, splice)!;
  const { removed: _removed, theirServer: _server, theirs: _theirs, ...rest } = successor;
  const { removed, theirServer, theirs } = splice;
  const joined: PartSplice = {
    ...rest,
    offset: splice.offset,
    text: splice.text.replace(successor.removed!, () => successor.text),
    ...defined({ removed, theirServer, theirs }),
  };
  const manifest = readManifest(dir);
  writeManifest(dir, {
    ...manifest,
    files: manifest.files.map((file) =>
      file.path === path
        ? {
            ...file,
            before,
            splices: file.splices.map((one) => (isDeepStrictEqual(one, successor) ? joined : one)),
          }
        : file,
    ),
  });
}

/**
 * Passes the records of what stays to the workspaces that need it. If we created the file, the record of that passes to
 * a workspace with entries in it.
 */
export function transferOwnership(
  file: InstalledFile,
  handed: readonly PartSplice[],
  isLeft: boolean,
  neighbours: readonly string[],
): void {
  for (const splice of handed) {
    const dir = userOf(file.path, splice, neighbours);
    if (dir !== null) receive(dir, file, splice);
    const successor = dir === null ? successorOf(file.path, splice, neighbours) : null;
    if (successor !== null) inherit(successor, file, splice);
  }
  if (!isLeft || !file.created) return;
  const heir = neighbours.find((dir) => recordIn(dir, file.path) !== undefined);
  if (heir === undefined) return;
  const manifest = readManifest(heir);
  const { createdDirs } = file;
  writeManifest(heir, {
    ...manifest,
    files: manifest.files.map((one) =>
      one.path === file.path
        ? { ...one, created: file.created, createdDirs, before: file.before }
        : one,
    ),
  });
}

function receive(dir: string, file: InstalledFile, splice: PartSplice): void {
  const manifest = readManifest(dir);
  const there = manifest.files.find(({ path }) => path === file.path);
  const record: InstalledFile =
    there === undefined
      ? { ...file, created: false, createdDirs: [], splices: [splice] }
      : { ...there, splices: [splice, ...there.splices] };
  writeManifest(dir, {
    ...manifest,
    files: [...manifest.files.filter((one) => one !== there), record],
    uses: (manifest.uses ?? []).filter(
      (use) =>
        !(use.path === file.path && use.part === splice.part && use.client === splice.client),
    ),
  });
}

function recordIn(dir: string, path: string): InstalledFile | undefined {
  return readManifest(dir).files.find((file) => file.path === path);
}

function isSame(one: UsedPart, other: UsedPart): boolean {
  return one.path === other.path && one.part === other.part && one.client === other.client;
}

function isInstalled(files: readonly InstalledFile[], { path, part, client }: UsedPart): boolean {
  return files.some(
    (file) =>
      file.path === path &&
      file.splices.some((splice) => splice.part === part && splice.client === client),
  );
}
