/** Entries of ours in a workspace whose install record is gone (its log folder was deleted): found by what they mean. */
import fs from 'node:fs';
import path from 'node:path';
import { CODEX_CAPTURE_FILE } from '@hookloom/hooks/clients/codex/capture-config';
import { PLACES, PROGRAMS, type Place, type Program } from '@hookloom/hooks/found/places';
import { readManifest } from './manifest.ts';
import { assertInside, readSettings, writeSettings } from './settings-file.ts';
import { withdraw, type NamedPart } from './without-part.ts';

export interface Leftover {
  path: string;
  client: Program;
  before: string;
  /** Null: there is nothing else in the file. */
  after: string | null;
}

const ENTRIES: readonly NamedPart[] = [
  { part: 'mcp' },
  { part: 'hooks' },
  { part: 'instructions', block: 'agent-instructions' },
];

/** Only files of the workspace that we write ourselves, and that no record speaks of. Writes nothing. */
export function findLeftovers(
  eventloomDir: string,
  place: Place,
  clients: readonly string[] = PROGRAMS,
): Leftover[] {
  const recorded = new Set(readManifest(eventloomDir).files.map((file) => file.path));
  const seen = new Set<string>();
  return PROGRAMS.filter((program) => clients.includes(program)).flatMap((client) =>
    filesOf(client, place)
      .filter((file) => !recorded.has(file) && !seen.has(file) && seen.add(file))
      .flatMap((file) => leftoverIn(file, client, place)),
  );
}

export function removeLeftovers(leftovers: readonly Leftover[]): void {
  for (const { path: file, after } of leftovers)
    if (after === null) fs.rmSync(file);
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

function leftoverIn(file: string, client: Program, { root }: Place): Leftover[] {
  assertInside(root, file);
  const before = readSettings(file);
  if (before === null) return [];
  if (file.endsWith(CODEX_CAPTURE_FILE)) return [{ path: file, client, before, after: null }];
  const left = ENTRIES.reduce((text, part) => withdraw(file, text, part), before);
  if (left === before) return [];
  const isFrame = /^\s*(\{\s*("version"\s*:\s*1\s*)?\}\s*)?$/.test(left);
  return [{ path: file, client, before, after: isFrame ? null : left }];
}
