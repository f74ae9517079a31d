/** What taking our entries out would leave: worked out first, shown, then done. */
import { isAddedBy, successorOf, userOf } from './hand-over.ts';
import { removeSplice } from './json-splice.ts';
import { readManifest, type InstalledFile } from './manifest.ts';
import { blockName } from './marked-block.ts';
import type { PartSplice } from './plan.ts';
import { assertInside, digest, readSettings } from './settings-file.ts';
import { withoutPart, type Remainder } from './without-part.ts';

export interface RemovalRequest {
  /** Only what was put in for these; absent: everything. */
  clients?: readonly string[];
  /** Logs of the other workspaces that are connected: what they need stays. */
  neighbours?: readonly string[];
  /** The workspace, absolute: below it no link is followed. */
  root?: string;
}

export type RemovalOutcome =
  | { path: string; client: string; outcome: 'restored'; byteEqual: boolean }
  /** Entries of ours stay in the file: those of another client. */
  | { path: string; client: string; outcome: 'reduced' }
  /** The entries stay: another workspace uses them. */
  | { path: string; client: string; outcome: 'handed_over' }
  | { path: string; client: string; outcome: 'deleted' }
  | { path: string; client: string; outcome: 'absent' };

export interface PlannedRemoval {
  outcome: RemovalOutcome;
  before: string | null;
  /** Null: there is no file any more. */
  after: string | null;
  /** What stays of ours, for this workspace. */
  kept: PartSplice[];
  /** What stays, for another one. */
  handed: PartSplice[];
}

/**
 * A file that nobody changed is byte for byte what it was; in a changed file exactly our text goes; where our text itself
 * was edited, our entries go by meaning. The file that was edited last comes first.
 */
export function planRemoval(eventloomDir: string, request: RemovalRequest = {}): PlannedRemoval[] {
  const { clients } = request;
  return readManifest(eventloomDir)
    .files.toReversed()
    .filter((file) => clients === undefined || clientsOf(file).some((one) => clients.includes(one)))
    .map((file) => removalOf(file, request));
}

/** Made by us, and nothing but the frame of it is left. */
export function isGone({ created }: InstalledFile, { text, kept }: Remainder): boolean {
  return created && kept.length === 0 && /^\s*(\{\s*\}\s*)?$/.test(text);
}

function removalOf(installed: InstalledFile, request: RemovalRequest): PlannedRemoval {
  const { clients, neighbours = [], root } = request;
  const { path } = installed;
  if (root !== undefined) assertInside(root, path);
  const before = readSettings(path);
  const client =
    clients?.find((one) => clientsOf(installed).includes(one)) ?? clientsOf(installed).join(', ');
  const planned = { before, after: null, kept: [], handed: [] };
  if (before === null) return { ...planned, outcome: { path, client, outcome: 'absent' } };
  // A block of ours that nobody's record knows any more does not come back.
  const withoutOldBlock = (splice: PartSplice): PartSplice => {
    const { removed = '', ...ours } = splice;
    const isOld = blockName(removed) !== null && !isAddedBy(path, removed, neighbours);
    return isOld ? ours : splice;
  };
  const isMeant = (splice: PartSplice): boolean =>
    clients === undefined || clients.includes(splice.client ?? installed.client);
  const isReplaced = (splice: PartSplice): boolean =>
    removeSplice(before, splice) === null && successorOf(path, splice, neighbours) !== null;
  const isNeeded = (splice: PartSplice): boolean =>
    isMeant(splice) && (userOf(path, splice, neighbours) !== null || isReplaced(splice));
  const record = { ...installed, splices: installed.splices.map(withoutOldBlock) };
  const rest = withoutPart(record, before, (splice) => isMeant(splice) && !isNeeded(splice));
  if (isGone(installed, rest)) return { ...planned, outcome: { path, client, outcome: 'deleted' } };
  const handed = rest.kept.filter(isNeeded);
  const kept = rest.kept.filter((splice) => !isNeeded(splice));
  return {
    outcome: outcomeOf({ installed, client, kept, handed, before, after: rest.text }),
    before,
    after: rest.text,
    kept,
    handed,
  };
}

function outcomeOf(of: {
  installed: InstalledFile;
  client: string;
  kept: readonly PartSplice[];
  handed: readonly PartSplice[];
  before: string;
  after: string;
}): RemovalOutcome {
  const { client, installed } = of;
  const { path } = installed;
  if (of.handed.length > 0 && of.before === of.after)
    return { path, client, outcome: 'handed_over' };
  if (of.kept.length + of.handed.length > 0) return { path, client, outcome: 'reduced' };
  return {
    path,
    client,
    outcome: 'restored',
    byteEqual: digest(of.after) === installed.before,
  };
}

function clientsOf({ client, splices }: InstalledFile): string[] {
  return [...new Set(splices.map((splice) => splice.client ?? client))];
}
