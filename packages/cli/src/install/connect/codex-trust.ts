/**
 * Codex's trust, written where Codex stores it. Codex runs a hook of a project only if the project is trusted and the
 * hash of the hook's definition is in the user's configuration (docs/reference/client-behaviour.md#codex-trust).
 */
import fs from 'node:fs';
import { parse } from 'jsonc-parser';
import { isJsonObject, sha256Hex, type JsonObject, type JsonValue } from '@hookloom/core';
import { PLACES, PORTABLE_LAUNCHER, trustedHashes, type Place } from '@hookloom/hooks/clients';
import { blockIn, hashMarks } from '../marked-block.ts';
import { launcherFile } from '../launcher/launcher-part.ts';
import { hookCommand, ownFiles } from '../own-files.ts';
import type { Holds, PartRequest } from '../part-request.ts';
import { addTomlBlock, parseToml } from '../toml-block.ts';

/** One for each project, because the file is the user's, and other workspaces have their own entries in it. */
function blockOf(project: string): string {
  return `codex-trust-${sha256Hex(project).slice(0, 8)}`;
}

/** The entries in the user's own hooks file serve every project. */
const USER_BLOCK = 'codex-trust-user-hooks';

interface Trust {
  block: string;
  /** The project as Codex names it: without links. Null: hooks of the user need no project. */
  project: string | null;
  hashes: readonly (readonly [key: string, hash: string])[];
}

/** @param hooksText The hooks file as it will be. */
export function trustPart(place: Place, hooksFile: string, hooksText: string): PartRequest {
  const path = PLACES.codex.mcpFiles(place)[0]!.file;
  const project = fs.realpathSync(place.root);
  const named = hooksFile.startsWith(place.root)
    ? project + hooksFile.slice(place.root.length)
    : hooksFile;
  const content = (parse(hooksText.replace(/^\uFEFF/, ' ')) ?? {}) as JsonValue;
  const hashes = trustedHashes(named, content, writtenFor(place));
  return partOf(path, 'trust', { block: blockOf(project), project, hashes });
}

/** For our entries in the user's own hooks file. */
export function userTrustPart(place: Place, hooksFile: string, hooksText: string): PartRequest {
  const path = PLACES.codex.mcpFiles(place)[0]!.file;
  const content = (parse(hooksText.replace(/^\uFEFF/, ' ')) ?? {}) as JsonValue;
  const hashes = trustedHashes(hooksFile, content, writtenFor(place));
  return partOf(path, 'user-trust', { block: USER_BLOCK, project: null, hashes });
}

/**
 * Only a plain call of this installation is trusted. Otherwise anyone who can edit a hooks file, such as an agent,
 * could make Codex run any command by putting it before ours.
 */
function writtenFor(place: Place): (command: string) => boolean {
  const { platform } = place;
  const files = ownFiles();
  const launched = { ...files, launcher: launcherFile(place) };
  const calls = [
    hookCommand(launched, ['hook', 'codex'], platform),
    `${PORTABLE_LAUNCHER} hook codex`,
    hookCommand(launched, ['--fallback', 'hook', 'codex'], platform),
    hookCommand({ ...files, launcher: undefined }, ['hook', 'codex'], platform),
  ];
  return (command) => {
    const call = calls.find((one) => command === one || command.startsWith(`${one} `));
    if (call === undefined) return false;
    const more = command.slice(call.length).replaceAll(/'[^']*'/g, '');
    return !/[;&|<>()$`\n\r"\\]/.test(platform === 'win32' ? more.replaceAll(/["\\]/g, '') : more);
  };
}

function partOf(path: string, part: 'trust' | 'user-trust', trust: Trust): PartRequest {
  const { block, project } = trust;
  return {
    path,
    part,
    client: 'codex',
    purpose: 'let Codex run the hooks',
    block,
    keys: [...(project === null ? [] : [`projects."${project}"`]), 'hooks.state'],
    holds: (text) => holdsTrust(parseToml(text, path), text, trust),
    add: (before) =>
      addTomlBlock(path, before, {
        name: block,
        content: trustToml(missingFrom(parseToml(before ?? '', path), trust)),
      }),
  };
}

function holdsTrust(settings: JsonObject, text: string, trust: Trust): Holds {
  const { project, hashes } = missingFrom(settings, trust);
  const state = statesOf(settings);
  const isStale = trust.hashes.some(([key, hash]) => key in state && hashOf(state, key) !== hash);
  const hasBlock = blockIn(text, hashMarks(trust.block)) !== null;
  if (hasBlock && (isStale || hashes.length > 0)) return 'outdated';
  return project === null && hashes.length === 0 ? 'wanted' : 'nothing';
}

/** What is missing from the configuration. Only Codex, or our own block, can replace a hash of another definition. */
function missingFrom(
  settings: JsonObject,
  trust: Trust,
): { project: string | null; hashes: Trust['hashes'] } {
  const projects = settings['projects'];
  const { project } = trust;
  const isNamed = project === null || (isJsonObject(projects) && project in projects);
  const state = statesOf(settings);
  return {
    project: isNamed ? null : project,
    hashes: trust.hashes.filter(([key]) => !(key in state)),
  };
}

function statesOf(settings: JsonObject): JsonObject {
  const hooks = settings['hooks'];
  const state = isJsonObject(hooks) ? hooks['state'] : undefined;
  return isJsonObject(state) ? state : {};
}

function hashOf(state: JsonObject, key: string): JsonValue | undefined {
  const entry = state[key];
  return isJsonObject(entry) ? entry['trusted_hash'] : undefined;
}

function trustToml({ project, hashes }: ReturnType<typeof missingFrom>): string {
  const sections = hashes.map(
    ([key, hash]) => `[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = ${JSON.stringify(hash)}`,
  );
  if (project !== null)
    sections.unshift(`[projects.${JSON.stringify(project)}]\ntrust_level = "trusted"`);
  return sections.join('\n\n');
}
