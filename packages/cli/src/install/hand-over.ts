/**
 * Files of the user's serve several workspaces: what one put into them and another needs is handed over when the first
 * leaves, so that the last one that leaves takes it out.
 */
import { readManifest, writeManifest, type InstalledFile, type UsedPart } from './manifest.ts';
import type { PartSplice } from './plan.ts';

/** Those that the record of this workspace says nothing of yet. */
export function unrecordedUses(eventloomDir: string, uses: readonly UsedPart[]): UsedPart[] {
  const { files, uses: there = [] } = readManifest(eventloomDir);
  return uses.filter((use) => !there.some((one) => isSame(one, use)) && !isInstalled(files, use));
}

/** Remembers what this workspace needs and another one put in. */
export function recordUses(eventloomDir: string, uses: readonly UsedPart[]): void {
  const added = unrecordedUses(eventloomDir, uses);
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

/** The first of the other workspaces that needs an addition; null where none does. */
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
 * Gives the record of what stays to those that need it, and the file itself, where we made it, to one that has entries
 * in it.
 */
export function handOver(
  file: InstalledFile,
  {
    handed,
    isLeft,
    neighbours,
  }: { handed: readonly PartSplice[]; isLeft: boolean; neighbours: readonly string[] },
): void {
  for (const splice of handed) {
    const dir = userOf(file.path, splice, neighbours);
    if (dir !== null) receive(dir, file, splice);
  }
  if (!isLeft || !file.created) return;
  const heir = neighbours.find((dir) => recordIn(dir, file.path) !== undefined);
  if (heir === undefined) return;
  const manifest = readManifest(heir);
  const { createdDirs } = file;
  writeManifest(heir, {
    ...manifest,
    files: manifest.files.map((one) =>
      one.path === file.path ? { ...one, created: true, createdDirs, before: null } : one,
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
