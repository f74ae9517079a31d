/** Finds our entries in a workspace whose install record was deleted with the log folder. */
import fs from 'node:fs';
import path from 'node:path';
import {
  CODEX_CAPTURE_FILE,
  CONNECTABLE,
  connectable,
  PLACES,
  PROGRAMS,
  type Place,
  type Program,
} from '@hookloom/hooks/clients';
import { LAUNCHER_CLIENT, launcherFile } from './launcher/launcher-part.ts';
import { isLauncher } from './launcher/launcher-script.ts';
import { deleteLauncher } from './launcher/remove-launcher.ts';
import { readManifest } from './manifest.ts';
import { assertInside, readSettings, writeSettings } from './settings-file.ts';
import { serversNamed, startsOurServer } from './mcp-servers/withdraw-server.ts';
import { withdraw, type NamedPart } from './without-part.ts';

export interface OrphanedEntries {
  path: string;
  client: Program | typeof LAUNCHER_CLIENT;
  before: string;
  /** Null: the file contains nothing else. */
  after: string | null;
}

const ENTRIES: readonly NamedPart[] = [
  { part: 'mcp' },
  { part: 'hooks' },
  { part: 'instructions', block: 'agent-instructions' },
];

/**
 * Only files of the workspace that we write ourselves and that no record names. Writes nothing.
 *
 * @param options `isAlone`: no other workspace is connected, so entries in the home folder are removed too
 */
export function findOrphanedEntries(
  eventloomDir: string,
  place: Place,
  clients: readonly string[] = PROGRAMS,
  { isAlone = false }: { isAlone?: boolean } = {},
): OrphanedEntries[] {
  const recorded = new Set(readManifest(eventloomDir).files.map((file) => file.path));
  const seen = new Set<string>();
  const shared = isAlone ? sharedOrphans(place, recorded) : [];
  const own = PROGRAMS.filter((program) => clients.includes(program)).flatMap((client) =>
    filesOf(client, place)
      .filter((file) => !recorded.has(file) && !seen.has(file) && seen.add(file))
      .flatMap((file) => orphanedIn(file, client, place)),
  );
  // A client that is connected here still needs them.
  return recorded.size > 0 ? own : [...own, ...shared];
}

/** The launcher, and the entries for folders below a project. */
function sharedOrphans(place: Place, recorded: ReadonlySet<string>): OrphanedEntries[] {
  const files = CONNECTABLE.filter((client) => connectable(client).install.hasFallback).flatMap(
    (client): OrphanedEntries[] => {
      const file = PLACES[client].hookFiles(place).at(-1)!;
      const before = recorded.has(file) ? null : readSettings(file);
      if (before === null || !before.includes('--fallback ')) return [];
      const left = withdraw(file, before, { part: 'hooks' });
      const isFrame = /^\s*(\{\s*("version"\s*:\s*1\s*)?\}\s*)?$/.test(left);
      return [{ path: file, client, before, after: isFrame ? null : left }];
    },
  );
  const launcher = launcherFile(place);
  const text = readSettings(launcher);
  if (text === null || !isLauncher(text)) return files;
  return [...files, { path: launcher, client: LAUNCHER_CLIENT, before: text, after: null }];
}

export function removeOrphanedEntries(leftovers: readonly OrphanedEntries[]): void {
  for (const { path: file, client, after } of leftovers)
    if (client === LAUNCHER_CLIENT) deleteLauncher(file);
    else if (after === null) fs.rmSync(file);
    else writeSettings(file, after);
}

function filesOf(client: Program, place: Place): string[] {
  const { hookFiles, mcpFiles } = PLACES[client];
  const servers = mcpFiles(place)
    .filter(({ scope }) => scope === 'project')
    .map(({ file }) => file);
  const codex = ['AGENTS.md', CODEX_CAPTURE_FILE].map((name) => path.join(place.root, name));
  return [...hookFiles(place).slice(0, 1), ...servers, ...(client === 'codex' ? codex : [])].filter(
    (file) => file.startsWith(place.root + path.sep),
  );
}

function orphanedIn(file: string, client: Program, { root }: Place): OrphanedEntries[] {
  assertInside(root, file);
  const before = readSettings(file);
  if (before === null) return [];
  if (file.endsWith(CODEX_CAPTURE_FILE)) return [{ path: file, client, before, after: null }];
  // Another program may use the name of our server, so only our own program counts.
  const entries = ENTRIES.filter(
    ({ part }) => part !== 'mcp' || serversNamed(file, before).some(startsOurServer),
  );
  const left = entries.reduce((text, part) => withdraw(file, text, part), before);
  if (left === before) return [];
  const isFrame = /^\s*(\{\s*("version"\s*:\s*1\s*)?\}\s*)?$/.test(left);
  return [{ path: file, client, before, after: isFrame ? null : left }];
}
