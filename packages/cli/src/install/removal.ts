/** Removes our entries: plans, which the user sees, and their execution. */
import type { PlannedRemoval, RemovalOutcome, RemovalRequest } from './planned-removal.ts';
import { launcherRemoval } from './launcher/remove-launcher.ts';
import { isAddedBy, successorOf, userOf } from './transfer-ownership.ts';
import { removeSplice } from './json-splice.ts';
import { readManifest, type InstalledFile, type UsedPart } from './manifest.ts';
import { blockName } from './marked-block.ts';
import type { PartSplice } from './plan.ts';
import { assertInside, digest, readSettings } from './settings-file.ts';
import { withoutPart, type Remainder } from './without-part.ts';

/**
 * Restores an unchanged file byte for byte. From a changed file removes exactly our text; if that was edited too, finds
 * our entries by their meaning. Files that were edited last come first.
 */
export function planRemoval(eventloomDir: string, request: RemovalRequest = {}): PlannedRemoval[] {
  const { clients } = request;
  const { files: installed, uses = [] } = readManifest(eventloomDir);
  const files = installed
    .toReversed()
    .filter((file) => clients === undefined || clientsOf(file).some((one) => clients.includes(one)))
    .map((file) => removalOf(file, uses, request));
  return [...files, ...launcherRemoval(eventloomDir, request)];
}

/** True if we created the file and nothing else is left in it. */
export function isEmptyFile({ created }: InstalledFile, { text, kept }: Remainder): boolean {
  return created && kept.length === 0 && /^\s*(\{\s*\}\s*)?$/.test(text);
}

function removalOf(
  installed: InstalledFile,
  uses: readonly UsedPart[],
  { clients, neighbours = [], root }: RemovalRequest,
): PlannedRemoval {
  const { path } = installed;
  if (root !== undefined) assertInside(root, path);
  const before = readSettings(path);
  const client =
    clients?.find((one) => clientsOf(installed).includes(one)) ?? clientsOf(installed).join(', ');
  const planned = { before, after: null, kept: [], handed: [] };
  if (before === null) return { ...planned, outcome: { path, client, outcome: 'absent' } };
  // A marked block without a record is not restored.
  const withoutOldBlock = (splice: PartSplice): PartSplice => {
    const { removed = '', ...ours } = splice;
    const isOld = blockName(removed) !== null && !isAddedBy(path, removed, neighbours);
    return isOld ? ours : splice;
  };
  // If two clients of this workspace read one file, the entry of one now belongs to the other.
  const inherited = (splice: PartSplice): PartSplice => {
    const heir = uses.find(
      (use) =>
        use.path === path && use.part === splice.part && clients?.includes(use.client) === false,
    );
    return heir === undefined || !isMeant(splice) ? splice : { ...splice, client: heir.client };
  };
  const isMeant = (splice: PartSplice): boolean =>
    clients === undefined || clients.includes(splice.client);
  const isReplaced = (splice: PartSplice): boolean =>
    removeSplice(before, splice) === null && successorOf(path, splice, neighbours) !== null;
  const isNeeded = (splice: PartSplice): boolean =>
    isMeant(splice) && (userOf(path, splice, neighbours) !== null || isReplaced(splice));
  const record = {
    ...installed,
    splices: installed.splices.map(withoutOldBlock).map((splice) => inherited(splice)),
  };
  const rest = withoutPart(record, before, (splice) => isMeant(splice) && !isNeeded(splice));
  if (isEmptyFile(installed, rest))
    return { ...planned, outcome: { path, client, outcome: 'deleted' } };
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

function clientsOf({ splices }: InstalledFile): string[] {
  return [...new Set(splices.map(({ client }) => client))];
}
