/** Does a plan and takes it back. */
import fs from 'node:fs';
import { readManifest, writeManifest, type InstalledFile } from './manifest.ts';
import type { PartSplice, PlannedFile } from './plan.ts';
import { createParents, digest, readSettings, writeSettings } from './settings-file.ts';
import { forgetUses, handOver } from './hand-over.ts';
import { isGone, planRemoval, type RemovalOutcome, type RemovalRequest } from './removal.ts';
import { withdraw, withoutPart, type NamedPart } from './without-part.ts';

/** Writes the planned files and records them. The record is written first: what may be there can be taken out. */
export function applyPlan(eventloomDir: string, plan: PlannedFile[]): void {
  const manifest = readManifest(eventloomDir);
  for (const planned of plan) {
    const recorded = manifest.files.find((file) => file.path === planned.path);
    const kept = planned.kept ?? keptOf(recorded, planned);
    const isFirst = recorded === undefined || kept.length === 0;
    const installed: InstalledFile = {
      path: planned.path,
      client: planned.client,
      created: isFirst ? planned.before === null : recorded.created,
      createdDirs: [...(recorded?.createdDirs ?? []), ...createParents(planned.path)],
      before: isFirst ? digestOf(planned.original ?? planned.before) : recorded.before,
      after: digest(planned.after),
      splices: [
        ...kept,
        ...planned.splices.map((splice) => ({ client: planned.client, ...splice })),
      ],
    };
    manifest.files = [...manifest.files.filter((file) => file.path !== planned.path), installed];
    writeManifest(eventloomDir, manifest);
    writeSettings(planned.path, planned.after);
  }
}

/** A plan that goes on from the file as it is leaves in it what an earlier one added. */
function keptOf(recorded: InstalledFile | undefined, planned: PlannedFile): PartSplice[] {
  if (recorded === undefined || readSettings(planned.path) !== planned.before) return [];
  return recorded.splices;
}

/** As `planRemoval`, and does it. */
export function removeInstalled(
  eventloomDir: string,
  request: RemovalRequest = {},
): RemovalOutcome[] {
  const planned = planRemoval(eventloomDir, request);
  for (const { outcome, before, after, kept, handed } of planned) {
    const { path } = outcome;
    const manifest = readManifest(eventloomDir);
    const file = manifest.files.find((one) => one.path === path)!;
    const isLeft = kept.length === 0;
    if (before !== null && after === null) {
      fs.rmSync(path);
      for (const dir of file.createdDirs.toReversed()) removeIfEmpty(dir);
    } else if (after !== null) {
      handOver(file, { handed, isLeft, neighbours: request.neighbours ?? [] });
      if (after !== before) writeSettings(path, after);
    }
    const rest = { ...file, splices: kept };
    manifest.files = manifest.files.flatMap((one) => (one !== file ? [one] : isLeft ? [] : [rest]));
    writeManifest(eventloomDir, manifest);
  }
  forgetUses(eventloomDir, request.clients);
  return planned.map(({ outcome }) => outcome);
}

/**
 * The file's text as it would be without these of our additions, for replacing them; null where there is, or would be, no
 * file. What somebody else put there stays. Nothing is written: what comes after may still be refused.
 */
export function withoutOurs(
  eventloomDir: string,
  path: string,
  parts: readonly NamedPart[],
): { text: string | null; kept: PartSplice[]; original?: string } {
  const text = readSettings(path);
  if (text === null) return { text: null, kept: [] };
  const installed = readManifest(eventloomDir).files.find((file) => file.path === path);
  const rest =
    installed === undefined
      ? { text, kept: [] }
      : withoutPart(
          installed,
          text,
          // Records of earlier versions do not say which part it is.
          (one) => one.part === undefined || parts.some(({ part }) => part === one.part),
        );
  const recorded = rest.text;
  // A block between our marks says itself that it goes, with or without a record.
  for (const part of parts.filter(({ block }) => block !== undefined))
    rest.text = withdraw(path, rest.text, part);
  const isOursAlone = installed !== undefined && isGone(installed, rest);
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
