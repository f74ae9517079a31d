/** Does a plan and takes it back. */
import fs from 'node:fs';
import { removeSplice } from './json-splice.ts';
import { readManifest, writeManifest, type InstalledFile } from './manifest.ts';
import type { PlannedFile } from './plan.ts';
import { createParents, digest, readSettings, writeSettings } from './settings-file.ts';
import { withdrawServer } from './mcp-servers/withdraw-server.ts';
import { withdrawEntries } from './withdraw.ts';

/** Writes the planned files and records them. The record is written first: what may be there can be taken out. */
export function applyPlan(eventloomDir: string, plan: PlannedFile[]): void {
  const manifest = readManifest(eventloomDir);
  for (const planned of plan) {
    const recorded = manifest.files.find((file) => file.path === planned.path);
    const installed: InstalledFile = {
      path: planned.path,
      client: planned.client,
      created: planned.before === null,
      createdDirs: [...(recorded?.createdDirs ?? []), ...createParents(planned.path)],
      before: planned.before === null ? null : digest(planned.before),
      after: digest(planned.after),
      splices: planned.splices,
    };
    manifest.files = [...manifest.files.filter((file) => file.path !== planned.path), installed];
    writeManifest(eventloomDir, manifest);
    writeSettings(planned.path, planned.after);
  }
}

export type RemovalOutcome =
  | { path: string; outcome: 'restored'; byteEqual: boolean }
  | { path: string; outcome: 'deleted' }
  | { path: string; outcome: 'absent' };

/**
 * Takes out what `applyPlan` put in: a file that nobody changed is byte for byte what it was; in a changed file exactly
 * our text goes; where our text itself was edited, our entries go by meaning.
 */
export function removeInstalled(
  eventloomDir: string,
  options: { client?: string } = {},
): RemovalOutcome[] {
  const manifest = readManifest(eventloomDir);
  const outcomes: RemovalOutcome[] = [];
  for (const installed of [...manifest.files].reverse()) {
    if (options.client !== undefined && installed.client !== options.client) continue;
    const outcome = removeOne(installed);
    outcomes.push(outcome);
    manifest.files = manifest.files.filter((file) => file !== installed);
    writeManifest(eventloomDir, manifest);
  }
  return outcomes;
}

/**
 * The file's text as it would be without our entries, for replacing them; null where there is, or would be, no file.
 * Nothing is written: what comes after may still be refused.
 */
export function textWithoutOurs(eventloomDir: string, path: string): string | null {
  const text = readSettings(path);
  if (text === null) return null;
  const installed = readManifest(eventloomDir).files.find((file) => file.path === path);
  if (installed === undefined) return withdrawEntries(withdrawServer(path, text));
  const restored = restoredText(installed, text);
  return installed.created && isEmptied(restored) ? null : restored;
}

function removeOne(installed: InstalledFile): RemovalOutcome {
  const { path } = installed;
  const text = readSettings(path);
  if (text === null) return { path, outcome: 'absent' };
  const restored = restoredText(installed, text);
  if (installed.created && isEmptied(restored)) {
    fs.rmSync(path);
    for (const dir of [...installed.createdDirs].reverse()) removeIfEmpty(dir);
    return { path, outcome: 'deleted' };
  }
  writeSettings(path, restored);
  return { path, outcome: 'restored', byteEqual: digest(restored) === installed.before };
}

function restoredText(installed: InstalledFile, text: string): string {
  let restored: string | null = text;
  for (const splice of [...installed.splices].reverse()) {
    restored = restored === null ? null : removeSplice(restored, splice);
  }
  return restored ?? withdrawEntries(withdrawServer(installed.path, text));
}

function isEmptied(text: string): boolean {
  return /^\s*(\{\s*\}\s*)?$/.test(text);
}

function removeIfEmpty(dir: string): void {
  if (fs.existsSync(dir) && fs.readdirSync(dir).length === 0) fs.rmdirSync(dir);
}
