/** Entries of ours in a workspace whose install record is gone (its log folder was deleted): found by what they mean. */
import fs from 'node:fs';
import path from 'node:path';
import { isJsonObject } from '@hookloom/core/json';
import { CODEX_CAPTURE_FILE } from '@hookloom/hooks/clients/codex/capture-config';
import { PLACES, PROGRAMS, type Place, type Program } from '@hookloom/hooks/found/places';
import { readManifest } from './manifest.ts';
import { assertInside, readSettings, writeSettings } from './settings-file.ts';
import { serverNamed } from './mcp-servers/withdraw-server.ts';
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
  const entries = ENTRIES.filter(({ part }) => part !== 'mcp' || isOurServer(file, before));
  const left = entries.reduce((text, part) => withdraw(file, text, part), before);
  if (left === before) return [];
  const isFrame = /^\s*(\{\s*("version"\s*:\s*1\s*)?\}\s*)?$/.test(left);
  return [{ path: file, client, before, after: isFrame ? null : left }];
}

/** A server of our name that starts something else is somebody else's: without a record only our own program is ours. */
function isOurServer(file: string, text: string): boolean {
  const entry = serverNamed(file, text);
  if (!isJsonObject(entry)) return false;
  const { command, args } = entry;
  const words = [command, ...(Array.isArray(args) ? args : [])];
  return words.some(
    (word) => typeof word === 'string' && /(^|[\\/])hookloom(\.cjs|\.cmd|\.exe)?$/.test(word),
  );
}
