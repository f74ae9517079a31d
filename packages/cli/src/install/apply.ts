/** Applies a plan and reverts it. */
import fs from 'node:fs';
import { readManifest, writeManifest, type InstalledFile } from './manifest.ts';
import type { PartSplice, PlannedFile } from './plan.ts';
import {
  createParents,
  digest,
  readSettings,
  stageSettings,
  writeSettings,
  type StagedFile,
} from './settings-file.ts';
import { forgetUses, transferOwnership } from './transfer-ownership.ts';
import { removeLauncher } from './launcher/remove-launcher.ts';
import type { RemovalOutcome, RemovalRequest } from './planned-removal.ts';
import { isEmptyFile, planRemoval } from './removal.ts';
import { withdraw, withoutPart, type NamedPart } from './without-part.ts';

/**
 * Writes and records the planned files: all of them or, if one fails, none. First writes every file to a temporary
 * file, then the record, so that everything written can be removed, and then moves each file into place.
 */
export function applyPlan(eventloomDir: string, plan: PlannedFile[]): void {
  const before = readManifest(eventloomDir);
  const manifest = { ...before };
  const undo: (() => void)[] = [];
  const staged: StagedFile[] = [];
  try {
    for (const planned of plan) {
      const recorded = manifest.files.find((file) => file.path === planned.path);
      const createdDirs = createParents(planned.path, (dir) => undo.push(() => removeIfEmpty(dir)));
      if (planned.isShared !== true) {
        const installed = recordOf(planned, recorded, createdDirs);
        manifest.files = [
          ...manifest.files.filter((file) => file.path !== planned.path),
          installed,
        ];
      }
      staged.push(stageSettings(planned.path, planned.after, planned.mode));
    }
    undo.push(() => writeManifest(eventloomDir, before));
    writeManifest(eventloomDir, manifest);
    for (const [at, { path }] of plan.entries()) {
      const there = readSettings(path);
      staged[at]!.commit();
      undo.push(() => (there === null ? fs.rmSync(path) : writeSettings(path, there)));
    }
  } catch (error) {
    for (const file of staged) file.drop();
    revert(undo);
    throw error;
  } finally {
    for (const file of staged) file.drop();
  }
}

/** Reverts in reverse order. If a step fails, the complete record stays for `uninstall`. */
function revert(undo: readonly (() => void)[]): void {
  try {
    for (const step of undo.toReversed()) step();
  } catch {
    // Report the first error.
  }
}

function recordOf(
  planned: PlannedFile,
  recorded: InstalledFile | undefined,
  createdDirs: readonly string[],
): InstalledFile {
  const kept = planned.kept ?? keptOf(recorded, planned);
  const isFirst = recorded === undefined || kept.length === 0;
  return {
    path: planned.path,
    client: planned.client,
    created: isFirst ? planned.before === null : recorded.created,
    createdDirs: [...(recorded?.createdDirs ?? []), ...createdDirs],
    before: isFirst ? digestOf(planned.original ?? planned.before) : recorded.before,
    after: digest(planned.after),
    splices: [...kept, ...planned.splices],
  };
}

/** A plan that is based on the current file keeps the additions of earlier plans. */
function keptOf(recorded: InstalledFile | undefined, planned: PlannedFile): PartSplice[] {
  if (recorded === undefined || readSettings(planned.path) !== planned.before) return [];
  return recorded.splices;
}

/** Carries out `planRemoval`. */
export function removeInstalled(
  eventloomDir: string,
  request: RemovalRequest = {},
): RemovalOutcome[] {
  const planned = planRemoval(eventloomDir, request);
  const made: string[] = [];
  for (const { outcome, before, after, kept, handed } of planned) {
    const { path } = outcome;
    const manifest = readManifest(eventloomDir);
    const file = manifest.files.find((one) => one.path === path);
    if (file === undefined) {
      removeLauncher(eventloomDir, outcome);
      continue;
    }
    const isLeft = kept.length === 0;
    if (before !== null && after === null) {
      fs.rmSync(path);
      made.push(...file.createdDirs);
    } else if (after !== null) {
      transferOwnership(file, handed, isLeft, request.neighbours ?? []);
      if (after !== before) writeSettings(path, after);
    }
    const rest = { ...file, splices: kept };
    manifest.files = manifest.files.flatMap((one) => (one !== file ? [one] : isLeft ? [] : [rest]));
    writeManifest(eventloomDir, manifest);
  }
  // Innermost folders first, because several files may have shared a folder.
  for (const dir of made.toSorted().toReversed()) removeIfEmpty(dir);
  forgetUses(eventloomDir, request.clients);
  return planned.map(({ outcome }) => outcome);
}

/**
 * The file's text without these additions of ours, to replace them. Null if there is no file, or none would be left.
 * Keeps other programs' text. Writes nothing, because a later step may still refuse.
 */
export function withoutOurs(eventloomDir: string, path: string, parts: readonly NamedPart[]) {
  const text = readSettings(path);
  if (text === null) return { text: null, kept: [] };
  const installed = readManifest(eventloomDir).files.find((file) => file.path === path);
  const rest =
    installed === undefined
      ? { text, kept: [] }
      : withoutPart(installed, text, (one) => parts.some(({ part }) => part === one.part));
  const recorded = rest.text;
  // A marked block identifies itself, with or without a record.
  for (const part of parts.filter(({ block }) => block !== undefined))
    rest.text = withdraw(path, rest.text, part);
  const isOursAlone = installed !== undefined && isEmptyFile(installed, rest);
  return {
    kept: rest.kept,
    text: isOursAlone ? null : rest.text,
    ...(rest.text !== recorded && { original: recorded }),
  };
}

function digestOf(text: string | null): string | null {
  return text === null ? null : digest(text);
}

function removeIfEmpty(dir: string): void {
  if (fs.existsSync(dir) && fs.readdirSync(dir).length === 0) fs.rmdirSync(dir);
}
