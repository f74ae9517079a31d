/** Does a plan and takes it back. */
import fs from 'node:fs';
import { readManifest, writeManifest, type InstalledFile } from './manifest.ts';
import type { PartSplice, PlannedFile } from './plan.ts';
import { createParents, digest, readSettings, writeSettings } from './settings-file.ts';
import { withdraw, withoutPart, type NamedPart, type Remainder } from './without-part.ts';

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
      before: isFirst ? digestOf(planned.before) : recorded.before,
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

export type RemovalOutcome =
  | { path: string; client: string; outcome: 'restored'; byteEqual: boolean }
  /** Another client's entries of ours stay in the file. */
  | { path: string; client: string; outcome: 'reduced' }
  | { path: string; client: string; outcome: 'deleted' }
  | { path: string; client: string; outcome: 'absent' };

/** A removal that was worked out and not done. */
export interface PlannedRemoval {
  outcome: RemovalOutcome;
  before: string | null;
  /** Null: there is no file any more. */
  after: string | null;
  /** What stays of ours. */
  kept: PartSplice[];
}

/**
 * What taking out would leave: a file that nobody changed is byte for byte what it was; in a changed file exactly our text
 * goes; where our text itself was edited, our entries go by meaning.
 *
 * @param options.clients Only what was put in for these; absent: everything.
 */
export function planRemoval(
  eventloomDir: string,
  options: { clients?: readonly string[] } = {},
): PlannedRemoval[] {
  const { clients } = options;
  return [...readManifest(eventloomDir).files]
    .reverse()
    .filter((file) => clients === undefined || clientsOf(file).some((one) => clients.includes(one)))
    .map((file) => removalOf(file, clients));
}

/** As `planRemoval`, and does it. */
export function removeInstalled(
  eventloomDir: string,
  options: { clients?: readonly string[] } = {},
): RemovalOutcome[] {
  return planRemoval(eventloomDir, options).map((removal) => {
    const { path } = removal.outcome;
    const manifest = readManifest(eventloomDir);
    const file = manifest.files.find((one) => one.path === path)!;
    if (removal.before !== null && removal.after === null) {
      fs.rmSync(path);
      for (const dir of [...file.createdDirs].reverse()) removeIfEmpty(dir);
    } else if (removal.after !== null) writeSettings(path, removal.after);
    const rest = { ...file, splices: removal.kept };
    manifest.files = manifest.files.flatMap((one) =>
      one !== file ? [one] : removal.kept.length === 0 ? [] : [rest],
    );
    writeManifest(eventloomDir, manifest);
    return removal.outcome;
  });
}

/**
 * The file's text as it would be without our entries, for replacing them; null where there is, or would be, no file.
 * Nothing is written: what comes after may still be refused.
 *
 * @param parts Only these of our additions; absent: all of them.
 */
export function withoutOurs(
  eventloomDir: string,
  path: string,
  parts?: readonly NamedPart[],
): { text: string | null; kept: PartSplice[] } {
  const text = readSettings(path);
  if (text === null) return { text: null, kept: [] };
  const installed = readManifest(eventloomDir).files.find((file) => file.path === path);
  const unrecorded = (parts ?? ENTRIES).filter(
    ({ part }) => installed?.splices.some((one) => one.part === part) !== true,
  );
  const rest =
    installed === undefined
      ? { text, kept: [] }
      : withoutPart(
          installed,
          text,
          // Records of earlier versions do not say which part it is.
          (one) => one.part === undefined || parts?.some(({ part }) => part === one.part) !== false,
        );
  for (const part of unrecorded) rest.text = withdraw(path, rest.text, part);
  const isOursAlone = installed !== undefined && isGone(installed, rest);
  return { kept: rest.kept, text: isOursAlone ? null : rest.text };
}

/** `withoutOurs` of everything that is ours. */
export function textWithoutOurs(eventloomDir: string, path: string): string | null {
  return withoutOurs(eventloomDir, path).text;
}

/** What is known by its meaning alone. */
const ENTRIES: readonly NamedPart[] = [{ part: 'mcp' }, { part: 'hooks' }];

function removalOf(
  installed: InstalledFile,
  clients: readonly string[] | undefined,
): PlannedRemoval {
  const { path } = installed;
  const before = readSettings(path);
  const client =
    clients?.find((one) => clientsOf(installed).includes(one)) ?? clientsOf(installed).join(', ');
  if (before === null)
    return { outcome: { path, client, outcome: 'absent' }, before, after: null, kept: [] };
  const rest = withoutPart(installed, before, (splice) =>
    clients === undefined ? true : clients.includes(splice.client ?? installed.client),
  );
  if (isGone(installed, rest))
    return { outcome: { path, client, outcome: 'deleted' }, before, after: null, kept: [] };
  const outcome: RemovalOutcome =
    rest.kept.length > 0
      ? { path, client, outcome: 'reduced' }
      : { path, client, outcome: 'restored', byteEqual: digest(rest.text) === installed.before };
  return { outcome, before, after: rest.text, kept: rest.kept };
}

function clientsOf({ client, splices }: InstalledFile): string[] {
  return [...new Set(splices.map((splice) => splice.client ?? client))];
}

/** Made by us, and nothing but the frame of it is left. */
function isGone(installed: InstalledFile, { text, kept }: Remainder): boolean {
  return installed.created && kept.length === 0 && /^\s*(\{\s*\}\s*)?$/.test(text);
}

function digestOf(text: string | null): string | null {
  return text === null ? null : digest(text);
}

function removeIfEmpty(dir: string): void {
  if (fs.existsSync(dir) && fs.readdirSync(dir).length === 0) fs.rmdirSync(dir);
}
