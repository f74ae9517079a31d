/** Removes the launcher with the last workspace that uses it, which leaves the home folder as it was. */
import fs from 'node:fs';
import path from 'node:path';
import { readManifest, writeManifest, type Manifest } from '../manifest.ts';
import type { PlannedRemoval, RemovalOutcome, RemovalRequest } from '../planned-removal.ts';
import { readSettings } from '../settings-file.ts';
import { isLauncher } from './launcher-script.ts';

/** Empty if this workspace still needs it for other clients or never used it. */
export function launcherRemoval(
  eventloomDir: string,
  { clients, neighbours = [] }: RemovalRequest,
): PlannedRemoval[] {
  const manifest = readManifest(eventloomDir);
  const use = useIn(manifest);
  if (use === undefined || isKept(manifest, clients)) return [];
  const { path: file, client } = use;
  const text = readSettings(file);
  const before = text !== null && isLauncher(text) ? text : null;
  const isNeeded = neighbours.some((dir) => useIn(readManifest(dir)) !== undefined);
  const planned = { before, kept: [], handed: [] };
  if (before === null)
    return [{ ...planned, after: null, outcome: { path: file, client, outcome: 'absent' } }];
  return isNeeded
    ? [{ ...planned, after: before, outcome: { path: file, client, outcome: 'handed_over' } }]
    : [{ ...planned, after: null, outcome: { path: file, client, outcome: 'deleted' } }];
}

export function removeLauncher(eventloomDir: string, { path: file, outcome }: RemovalOutcome) {
  if (outcome === 'deleted') deleteLauncher(file);
  const manifest = readManifest(eventloomDir);
  const uses = (manifest.uses ?? []).filter(({ part }) => part !== 'launcher');
  writeManifest(eventloomDir, { ...manifest, uses });
}

/** Also deletes the folders that were created for it, if they are empty. */
export function deleteLauncher(file: string): void {
  fs.rmSync(file, { force: true });
  const bin = path.dirname(file);
  for (const dir of [bin, path.dirname(bin)])
    if (fs.existsSync(dir) && fs.readdirSync(dir).length === 0) fs.rmdirSync(dir);
}

function useIn({ uses = [] }: Manifest): NonNullable<Manifest['uses']>[number] | undefined {
  return uses.find(({ part }) => part === 'launcher');
}

/** Whether entries for other clients stay. */
function isKept({ files, uses = [] }: Manifest, clients: readonly string[] | undefined): boolean {
  if (clients === undefined) return false;
  const named = [
    ...files.flatMap(({ splices }) => splices.map(({ client }) => client)),
    ...uses.filter(({ part }) => part !== 'launcher').map(({ client }) => client),
  ];
  return named.some((client) => !clients.includes(client));
}
